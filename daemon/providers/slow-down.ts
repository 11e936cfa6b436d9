import type { PacedChannel } from "./policy.ts";

/** How many times slower a channel sends for its health's sake: 1 while that is well, or nothing was set. */
export function slownessOf({
  settings,
  health_score,
}: Pick<PacedChannel, "settings" | "health_score">): number {
  const { slow_down } = settings;
  if (!slow_down || health_score === null || health_score === undefined) return 1;
  return health_score < slow_down.below ? slow_down.factor : 1;
}
