import type { BroadcastWorkDependencies } from "../broadcasts/run/dependencies.ts";
import { createBroadcastWork } from "../broadcasts/run/lane.ts";
import type { Role } from "../config/roles.ts";
import type { Metrics } from "../health/metrics.ts";
import { createImportWork } from "../imports/run/lane.ts";
import type { RunDependencies } from "../imports/run/run.ts";
import type { Lane } from "../lanes/lane.ts";
import type { Works } from "../lanes/lanes.ts";
import { createMediaWork, type MediaWorkDependencies } from "../media/received/lane.ts";
import { type ChannelWorkDependencies, createChannelWork } from "../messages/lane/lane.ts";
import type { DeliveryTally } from "../overview/delivery-tally.ts";
import { createEndpointWork, type EndpointWorkDependencies } from "../webhooks/lane.ts";

export type WorksDependencies = ChannelWorkDependencies &
  EndpointWorkDependencies &
  MediaWorkDependencies &
  RunDependencies &
  Omit<BroadcastWorkDependencies, "canConvert">;

/** The work of each kind of lane, with the results of its items counted. */
export function createWorks(metrics: Metrics, tally: DeliveryTally, dependencies: WorksDependencies): Works {
  const canConvert = () => dependencies.converter.findFfmpeg() !== null;
  return {
    channel: metrics.counted("channel", createChannelWork(dependencies), (end) => end.result.outcome),
    endpoint: metrics.counted(
      "endpoint",
      tally.counted(createEndpointWork(dependencies)),
      (result) => result.status,
    ),
    media: metrics.counted("media", createMediaWork(dependencies), (result) => result.status),
    import: metrics.counted("import", createImportWork(dependencies), (end) => end.status),
    broadcast: metrics.counted(
      "broadcast",
      createBroadcastWork({ ...dependencies, canConvert }),
      (end) => end.outcome,
    ),
  };
}

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
