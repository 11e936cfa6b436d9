import { change } from "../../lib/actions/change.ts";
import type { NewBudget } from "../../lib/api/types/budgets.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { moneyOf } from "../../lib/values/money.ts";
import { budgetColumns } from "./columns.ts";
import { budgetOptions, membersOf } from "./options.ts";

export const createBudget = command({
  path: "budgets create",
  summary: "Limit what messages may cost",
  description:
    "Limit what messages may cost in a day or a month: of the organisation, or of one channel, key, user or broadcast. A send that is more than what is left is refused, if --stop names its category; authentication always passes.",
  output: "The new budget.",
  arguments: { money: { description: "How much, with the currency, such as 500EUR" } },
  options: {
    period: {
      value: "period",
      choices: ["day", "month"],
      required: true,
      description: "How often it begins again",
    },
    channel: { value: "id", of: "channels", description: "Only messages of this channel" },
    key: { value: "id", of: "keys", description: "Only messages that this API key sends" },
    user: { value: "id", of: "users", description: "Only messages that this user sends" },
    broadcast: { value: "id", of: "broadcasts", description: "Only messages of this broadcast" },
    zone: { value: "zone", description: "The time zone of its days and months (default: UTC)" },
    ...budgetOptions,
  },
  writes: true,
  examples: [
    {
      description: "For a month",
      command: "waypost budgets create 500EUR --period month --zone Europe/Berlin",
    },
    {
      description: "For what one key sends in a day, whatever it is",
      command:
        "waypost budgets create 20EUR --period day --key key_01JDB2M5S8V0ZC3K7Q2M4N6P93 --stop all_but_authentication",
    },
  ],
  run: ({ cli, arguments: { money }, options }) =>
    change(
      cli,
      "POST /v1/budgets",
      {
        body: {
          ...scopeOf(options),
          period: options.period as NewBudget["period"],
          ...moneyOf("the amount", money),
          ...given({ time_zone: options.zone }),
          ...membersOf(options),
        },
      },
      budgetColumns,
    ),
});

type Scoped = { [Scope in Exclude<NewBudget["scope"], "organization">]?: string | undefined };

function scopeOf({ channel, key, user, broadcast }: Scoped): Pick<NewBudget, "scope" | "scope_id"> {
  const named = Object.entries(given({ channel, key, user, broadcast }));
  if (named.length > 1)
    throw usageFailure("--channel, --key, --user and --broadcast contradict each other", "Give one of them.");
  const [[scope, scope_id] = ["organization", undefined]] = named;
  return { scope: scope as NewBudget["scope"], ...given({ scope_id }) };
}
