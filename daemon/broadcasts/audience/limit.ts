import type { Plan } from "../plan/plan.ts";
import type { Verdict } from "./judge.ts";

/** How many people a broadcast writes to so far, and at what cost. */
export type Taken = { people: number; cost: number };

/** Takes one more if the limit of the plan lets it, and counts it; a person without a price counts as free. */
export function withinLimit(verdict: Verdict, { limit }: Plan, taken: Taken): Verdict {
  if (verdict.reason !== null) return verdict;
  const cost = taken.cost + (verdict.price ?? 0);
  const isOver = taken.people >= (limit?.people ?? Infinity) || cost > (limit?.cost?.amount ?? Infinity);
  if (isOver) return { contactId: verdict.contactId, reason: "over_limit" };
  taken.people += 1;
  taken.cost = cost;
  return verdict;
}
