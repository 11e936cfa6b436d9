import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { budgetColumns } from "./columns.ts";

export const getBudget = command({
  path: "budgets get",
  summary: "Show one budget",
  output: "The budget, with what is spent of it now.",
  arguments: { id: { of: "budgets", description: "The budget" } },
  examples: [
    {
      description: "What is spent",
      command: "waypost budgets get bg_01JDB2M5S8V0ZC3K7Q2M4N6P93 --json | jq .spent",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/budgets/{id}", { path }, budgetColumns),
});
