import { useState } from "react";
import { useLocation } from "wouter";
import { useAsk, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import { BUDGETS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { BACK, type Budget, BudgetState, shareOf, WhoseById } from "./budget.tsx";
import { BudgetForm } from "./budget-form.tsx";

/** One budget: what is spent of it, and what happens then. */
export function BudgetDetail({ id }: { id: string }) {
  const asked = useAsk("GET /v1/budgets/{id}", { path: { id } });
  return (
    <DetailOf asked={asked} id={id} back={BACK}>
      {(budget) => <Shown budget={budget} />}
    </DetailOf>
  );
}

function Shown({ budget }: { budget: Budget }) {
  const [doing, setDoing] = useState<"edit" | "remove" | null>(null);
  const may = useMay();
  const stop = () => setDoing(null);
  const { id, period, state } = budget;
  const request = { path: { id } };
  const actions = (
    <>
      <AsCommand cli={`budgets get ${id}`} route="GET /v1/budgets/{id}" request={request} />
      {may("costs:manage") && (
        <>
          <Button onPress={() => setDoing("edit")}>{BUDGETS.edit}</Button>
          <Button kind="danger" onPress={() => setDoing("remove")}>
            {BUDGETS.remove}
          </Button>
        </>
      )}
    </>
  );
  return (
    <Detail title={shareOf(budget)} back={BACK} actions={actions}>
      <Facts
        facts={[
          [BUDGETS.state, <BudgetState key="state" state={state} />],
          [BUDGETS.scope, <WhoseById key="whose" budget={budget} />],
          [BUDGETS.period, `${BUDGETS.periods[period]} (${budget.time_zone})`],
          [BUDGETS.begins, <Time key="begins" at={budget.begins_again_at} />],
          [BUDGETS.warnAt, BUDGETS.percent(budget.warn_at)],
          [BUDGETS.stop, BUDGETS.stops[budget.stop]],
          [BUDGETS.created, <Time key="made" at={budget.created_at} />],
          [BUDGETS.changed, <Time key="changed" at={budget.updated_at} />],
          [WORDS.id, <Id key="id" value={id} />],
        ]}
      />
      {doing === "edit" && <BudgetForm budget={budget} onClose={stop} />}
      {doing === "remove" && <Remove id={id} onClose={stop} />}
    </Detail>
  );
}

function Remove({ id, onClose }: { id: string; onClose: () => void }) {
  const [, go] = useLocation();
  const remove = useChange("DELETE /v1/budgets/{id}", {
    done: () => {
      toast(BUDGETS.removed);
      go(BACK);
    },
  });
  return (
    <Confirm
      title={BUDGETS.remove}
      action={BUDGETS.remove}
      isOpen
      isBusy={remove.isRunning}
      onConfirm={() => void remove.run({ path: { id } })}
      onClose={onClose}
    >
      <p>{BUDGETS.removeText}</p>
      <ProblemNote problem={remove.problem} />
    </Confirm>
  );
}
