import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { budgetColumns } from "./columns.ts";

export const listBudgets = command({
  path: "budgets list",
  summary: "List budgets",
  output:
    "One line for each budget, newest first: id, for, period, spent, amount, currency, state (open, warned, exhausted), stop, when it begins again.",
  options: pagingOptions,
  examples: [{ description: "All of them", command: "waypost budgets list" }],
  run: ({ cli, options }) => list(cli, "GET /v1/budgets", { query: {} }, budgetColumns, options),
});
