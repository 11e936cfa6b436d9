import type { Plan } from "../plan/plan.ts";
import type { Prices } from "../prices.ts";
import type { Route } from "../template/definition.ts";
import type { Tally } from "./tally.ts";

/** A count of an audience, which takes at most so many milliseconds. */
export type Counting = {
  plan: Plan;
  route: Route;
  tally: Tally;
  prices: Prices | null;
  /** Digits of numbers of which it is not known whether they have an account. */
  unsure: string[];
  longestMs: number;
};
