import type { Budget } from "../../lib/api/types/budgets.ts";
import type { Column } from "../../lib/output/column.ts";

export const budgetColumns: Column<Budget>[] = [
  { title: "id", value: (budget) => budget.id },
  { title: "for", value: ({ scope, scope_id }) => (scope_id === null ? scope : `${scope} ${scope_id}`) },
  { title: "period", value: (budget) => budget.period },
  { title: "spent", value: (budget) => budget.spent },
  { title: "amount", value: (budget) => budget.amount },
  { title: "currency", value: (budget) => budget.currency },
  { title: "state", value: (budget) => budget.state },
  { title: "stop", value: (budget) => budget.stop },
  { title: "begins again", value: (budget) => budget.begins_again_at, kind: "time", optional: true },
  { title: "warn at", value: (budget) => budget.warn_at, optional: 2 },
  { title: "time zone", value: (budget) => budget.time_zone, optional: 3 },
];
