import type { Plan } from "../plan/plan.ts";
import { priceAfter } from "../prices.ts";
import type { Verdict } from "./judge.ts";

/** How many people a broadcast writes to so far, at what cost, and how many of them count in each market's tiers. */
export type Taken = { people: number; cost: number; counted: Record<string, number> };

export const NONE_TAKEN: Taken = { people: 0, cost: 0, counted: {} };

/** Takes one more at their price if the limit of the plan lets it, and counts it; one without a price counts as free. */
export function withinLimit(verdict: Verdict, { limit }: Plan, taken: Taken): Verdict {
  if (verdict.reason !== null) return verdict;
  const { charge } = verdict;
  const price = charge === null ? null : priceAfter(charge, taken.counted[charge.market] ?? 0);
  const cost = taken.cost + (price ?? 0);
  const isOver = taken.people >= (limit?.people ?? Infinity) || cost > (limit?.cost?.amount ?? Infinity);
  if (isOver) return { contactId: verdict.contactId, reason: "over_limit" };
  taken.people += 1;
  taken.cost = cost;
  if (charge !== null && charge.tiers.length > 1)
    taken.counted[charge.market] = (taken.counted[charge.market] ?? 0) + 1;
  return { ...verdict, price };
}
