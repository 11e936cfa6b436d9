import { Plus } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { BUDGETS } from "../../view-words.ts";
import { BACK, type Budget, BudgetState, shareOf, Whose } from "./budget.tsx";
import { BudgetDetail } from "./budget-detail.tsx";
import { BudgetForm } from "./budget-form.tsx";

const COLUMNS: readonly Column<Budget>[] = [
  { name: BUDGETS.scope, cell: (budget) => <Whose budget={budget} /> },
  { name: BUDGETS.spent, cell: shareOf, isNumber: true },
  { name: BUDGETS.period, cell: ({ period }) => BUDGETS.periods[period] },
  { name: BUDGETS.state, cell: ({ state }) => <BudgetState state={state} /> },
  { name: BUDGETS.stop, cell: ({ stop }) => BUDGETS.stops[stop], isExtra: true },
  { name: BUDGETS.begins, cell: ({ begins_again_at }) => <Time at={begins_again_at} />, isExtra: true },
];

/** What messages may cost, and how much of it is spent. */
export default function Budgets() {
  const { id } = useParams<{ id?: string }>();
  const [isCreating, setCreating] = useState(false);
  const may = useMay();
  const budgets = useList("GET /v1/budgets", { query: {} });
  const create = may("costs:manage") && (
    <Button kind="main" icon={Plus} onPress={() => setCreating(true)}>
      {BUDGETS.create}
    </Button>
  );
  const list = (
    <>
      <Header
        title={BUDGETS.title}
        actions={
          <>
            <AsCommand cli="budgets list" route="GET /v1/budgets" request={{ query: {} }} />
            {create}
          </>
        }
      />
      <Table
        label={BUDGETS.title}
        list={budgets}
        columns={COLUMNS}
        idOf={(budget) => budget.id}
        hrefOf={(budget) => `${BACK}/${budget.id}`}
        chosen={id}
        empty={
          <Empty title={BUDGETS.emptyTitle} action={create}>
            {BUDGETS.emptyText}
          </Empty>
        }
      />
      {isCreating && <BudgetForm onClose={() => setCreating(false)} />}
    </>
  );
  return <Split list={list} detail={id === undefined ? null : <BudgetDetail key={id} id={id} />} />;
}
