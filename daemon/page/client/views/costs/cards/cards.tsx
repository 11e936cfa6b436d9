import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { ResponseOf } from "../../../api/call.ts";
import { useAsk, useChange } from "../../../api/queries.ts";
import { useMay, useMe } from "../../../api/session.tsx";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Button, IconButton } from "../../../parts/button.tsx";
import { Confirm } from "../../../parts/dialog.tsx";
import { Buttons, Stack } from "../../../parts/fields/form.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { toast } from "../../../parts/toast.tsx";
import { CARDS } from "../../../view-words.ts";
import { shownDay } from "../columns.tsx";
import { CardForm } from "./card-form.tsx";

const DELETE = "DELETE /v1/rate-card";

type Card = ResponseOf<"GET /v1/rate-card">["cards"][number];

/** Whether the user sets the installation's rate cards. */
export function useMaySetCards(): boolean {
  const may = useMay();
  return useMe().operator && may("*");
}

/** The rate cards, when somebody asks for them: each with its days, and what changes them. */
export function Cards() {
  const [isShown, setShown] = useState(false);
  const mayChange = useMaySetCards();
  return (
    <Stack>
      <Buttons>
        <Button isExpanded={isShown} onPress={() => setShown(!isShown)}>
          {CARDS.title}
        </Button>
        {mayChange && <SetCard />}
      </Buttons>
      {isShown && <Listed mayChange={mayChange} />}
    </Stack>
  );
}

/** The button that opens the form of a card. */
export function SetCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{CARDS.set}</Button>
      {isOpen && <CardForm onClose={() => setOpen(false)} />}
    </>
  );
}

function Listed({ mayChange }: { mayChange: boolean }) {
  const { data, error, refetch } = useAsk("GET /v1/rate-card", { query: {} });
  const [gone, setGone] = useState<Card | null>(null);
  const removal: Column<Card> = {
    name: CARDS.remove,
    cell: (card) => <IconButton label={removalOf(card)} icon={Trash2} onPress={() => setGone(card)} />,
    isNumber: true,
  };
  if (error !== null) return <ProblemNote problem={error} onTryAgain={() => void refetch()} />;
  return (
    <>
      <Table
        label={CARDS.title}
        list={{ rows: data?.cards ?? [], isPending: data === undefined, problem: null }}
        columns={mayChange ? [...COLUMNS, removal] : COLUMNS}
        idOf={({ currency, valid_from }) => `${currency} ${valid_from}`}
        empty={null}
      />
      {gone !== null && <Remove card={gone} onClose={() => setGone(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<Card>[] = [
  { name: CARDS.validFrom, cell: ({ valid_from }) => shownDay(valid_from) },
  {
    name: CARDS.validUntil,
    cell: ({ valid_until }) => (valid_until === null ? CARDS.untilNext : shownDay(valid_until)),
  },
  { name: CARDS.currency, cell: ({ currency }) => currency },
];

function removalOf({ currency, valid_from }: Card): string {
  return CARDS.removeOne(currency, shownDay(valid_from));
}

function Remove({ card, onClose }: { card: Card; onClose: () => void }) {
  const { valid_from } = card;
  const request = { query: { valid_from } };
  const remove = useChange(DELETE, {
    touches: ["/v1/costs"],
    done: () => {
      toast(CARDS.removed);
      onClose();
    },
  });
  return (
    <Confirm
      title={removalOf(card)}
      action={CARDS.removeCard}
      isOpen
      isBusy={remove.isRunning}
      aside={<AsCommand cli={`rate-card delete ${valid_from}`} route={DELETE} request={request} />}
      onConfirm={() => void remove.run(request)}
      onClose={onClose}
    >
      <p>{CARDS.removeText}</p>
      <ProblemNote problem={remove.problem} />
    </Confirm>
  );
}
