import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { budgetColumns } from "./columns.ts";
import { budgetOptions, membersOf, numberOf } from "./options.ts";

export const setBudget = command({
  path: "budgets set",
  summary: "Change a budget",
  output: "The budget.",
  arguments: { id: { of: "budgets", description: "The budget" } },
  options: {
    amount: { value: "number", description: "Amount that may be spent in a period, in its currency" },
    ...budgetOptions,
    "warn-at": { value: "share", description: "Say when this share of it is spent" },
  },
  writes: true,
  examples: [
    { description: "Raise it", command: "waypost budgets set bg_01JDB2M5S8V0ZC3K7Q2M4N6P93 --amount 800" },
  ],
  async run({ cli, arguments: path, options }) {
    const { amount } = options;
    const hint = "Write for example 800; the currency stays.";
    const body = {
      ...given({ amount: amount === undefined ? undefined : numberOf("--amount", amount, hint) }),
      ...membersOf(options),
    };
    if (Object.keys(body).length === 0)
      throw usageFailure("nothing to change", "Give --amount, --warn-at or --stop.");
    await change(cli, "PATCH /v1/budgets/{id}", { path, body }, budgetColumns);
  },
});
