import type { BudgetEnd, History } from "../history/history.ts";
import { acceptedSends } from "./look-ups.ts";
import { type Finding, found } from "./violation.ts";

/** What counts in a budget no longer. */
const GIVEN_BACK = ["failed", "cancelled"];
const REFUSED = "budget_exhausted";

/** Promise 19: what a budget counts is what was bought, it is no more than there is, and nothing was refused too soon. */
export function* checkBudgets(history: History): Generator<Finding> {
  for (const budget of history.budgets) {
    const { id, organization, price, amount, spent } = budget;
    const paid = acceptedSends(history).filter(
      ({ send }) => send.isPaid && send.organization === organization,
    );
    const kept = paid.filter(({ record }) => !GIVEN_BACK.includes(record?.status ?? ""));
    if (cents(spent) !== cents(kept.length * price))
      yield found(`${id} says that ${spent} are spent, and ${kept.length} messages cost ${price} each`, id);
    if (cents(kept.length * price) > cents(amount))
      yield found(`${kept.length} messages cost ${price} each, and ${id} has ${amount}`, id);
    yield* refusedTooSoon(history, budget);
  }
}

/** As many had been asked for, at least, as there is room for. */
function* refusedTooSoon(
  history: History,
  { id, organization, price, amount }: BudgetEnd,
): Generator<Finding> {
  const room = Math.floor(cents(amount) / cents(price));
  const paid = history.sends.filter(
    (send) => send.isPaid && send.organization === organization && send.accepted.length > 0,
  );
  for (const { code, until, ...call } of history.calls) {
    if (call.organization !== organization || code !== REFUSED) continue;
    const before = paid.filter(({ at }) => at < until).length;
    if (before < room)
      yield found(`${id} refused a message at ${until} ms, when ${before} of ${room} were bought`, id);
  }
}

function cents(amount: number): number {
  return Math.round(amount * 100);
}
