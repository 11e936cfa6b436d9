import { useState } from "react";
import { money, number } from "../../../languages/forms.ts";
import type { ResponseOf } from "../../api/call.ts";
import { useAsk } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { Buttons, Stack } from "../../parts/fields/form.tsx";
import { ProblemNote, sentence } from "../../parts/problem.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { State } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { COSTS } from "../../view-words.ts";
import { amountOf } from "./columns.tsx";
import { Differences } from "./differences.tsx";

type Answer = ResponseOf<"GET /v1/costs/invoice">;
type Account = Answer["data"][number];
type Query = { month: string; channel_id?: string; account_id?: string };

/** A month beside WhatsApp's invoice, which is read from WhatsApp when somebody asks for it. */
export function Invoice({ query }: { query: Query }) {
  const [isShown, setShown] = useState(false);
  return (
    <Stack>
      <Buttons>
        <Button isExpanded={isShown} onPress={() => setShown(!isShown)}>
          {COSTS.compare}
        </Button>
      </Buttons>
      {isShown && <Compared query={query} />}
    </Stack>
  );
}

/** Each number, and where it differs. */
function Compared({ query }: { query: Query }) {
  const { data: invoice, error, refetch } = useAsk("GET /v1/costs/invoice", { query });
  if (error !== null) return <ProblemNote problem={error} onTryAgain={() => void refetch()} />;
  if (invoice === undefined) return <Skeleton />;
  return (
    <Stack>
      {invoice.totals.map((total) => (
        <p key={total.currency}>
          {COSTS.invoiceTotal(sumOf(total.ledger, total.currency), sumOf(total.invoice, total.currency))}
        </p>
      ))}
      <Table
        label={COSTS.invoice}
        list={{ rows: invoice.data, isPending: false, problem: null }}
        columns={columnsFor(invoice.data)}
        idOf={({ channel_id, account_id }) => JSON.stringify([channel_id, account_id])}
        empty={<p>{COSTS.invoiceEmpty}</p>}
      />
      <Differences of={invoice} />
    </Stack>
  );
}

/** The columns; which account it is only where a number is billed to several. */
function columnsFor(accounts: readonly Account[]): readonly Column<Account>[] {
  const isApart = new Set(accounts.map(({ channel_id }) => channel_id)).size < accounts.length;
  const [number, ...others] = ACCOUNTS;
  return number === undefined || !isApart ? ACCOUNTS : [number, ACCOUNT, ...others];
}

const ACCOUNT: Column<Account> = {
  name: COSTS.headings.account,
  cell: ({ account_id }) => account_id ?? COSTS.none,
  isWhole: true,
};

const ACCOUNTS: readonly Column<Account>[] = [
  { name: COSTS.channel, cell: ({ phone_number, channel_id }) => phone_number ?? channel_id, isWhole: true },
  { name: COSTS.result, cell: (account) => <Result of={account} /> },
  {
    name: COSTS.counted,
    cell: ({ ledger }) => number(ledger.reduce((sum, { messages }) => sum + messages, 0)),
    isNumber: true,
  },
  {
    name: COSTS.countedAmount,
    cell: ({ ledger }) => ledger.map(({ amount, currency }) => amountOf(amount, currency)).join(", "),
    ...{ isNumber: true, isExtra: true },
  },
  {
    name: COSTS.invoiced,
    cell: ({ invoice }) => (invoice === null ? "–" : number(invoice.messages)),
    isNumber: true,
  },
  {
    name: COSTS.invoicedAmount,
    cell: ({ invoice }) => amountOf(invoice?.amount ?? null, invoice?.currency ?? null),
    ...{ isNumber: true, isExtra: true },
  },
];

function Result({ of: { equal, error } }: { of: Account }) {
  if (error !== null) return <State tone="warn">{sentence(error)}</State>;
  return equal ? <State tone="good">{COSTS.equal}</State> : <State tone="bad">{COSTS.differs}</State>;
}

/** Messages and what they cost, such as "12, €0.75". */
function sumOf(
  { messages, amount }: { messages: number; amount: number | null },
  currency: string | null,
): string {
  const count = COSTS.messagesOf(messages);
  return amount === null || currency === null ? count : `${count}, ${money(amount, currency)}`;
}
