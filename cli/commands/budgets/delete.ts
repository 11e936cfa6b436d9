import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const deleteBudget = command({
  path: "budgets delete",
  summary: "Delete a budget",
  output: "Nothing.",
  arguments: { id: { of: "budgets", description: "The budget" } },
  options: yesOption,
  writes: true,
  examples: [
    { description: "Delete one", command: "waypost budgets delete bg_01JDB2M5S8V0ZC3K7Q2M4N6P93 --yes" },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/budgets/{id}", { path, yes, question: `Delete ${path.id}?` }),
});
