import type { Role } from "../config/roles.ts";
import type { Lane } from "../lanes/lane.ts";

/**
 * Which lanes a daemon with these roles drains: a worker every one, of which the database keeps back those of numbers
 * that others hold; a gateway those of the paired numbers that it holds, as `holds` says; others none.
 */
export function servedLanes(
  roles: readonly Role[],
  holds: (channelId: string) => boolean,
): (lane: Lane) => boolean {
  if (roles.includes("worker")) return () => true;
  if (!roles.includes("gateway")) return () => false;
  return ({ kind, laneId }) => (kind === "channel" || kind === "media") && holds(laneId);
}
