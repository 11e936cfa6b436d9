import type { Plan } from "../plan/plan.ts";
import type { Route } from "../template/definition.ts";
import type { Tally } from "./tally.ts";

/** What is counted of an audience, and for how many milliseconds at most. */
export type Counting = { plan: Plan; route: Route; tally: Tally; longestMs: number };
