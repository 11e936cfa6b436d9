import type { EndedList } from "../../db/crm/lists.ts";
import type { CancellationKey } from "../../db/messages/cancellations.ts";
import { endList } from "../crm/list-end.ts";
import type { Lane } from "../lanes/lane.ts";
import { endLane } from "../lanes/lane-end.ts";
import type { Jobs } from "../lanes/worker.ts";
import { runCancellation } from "../messages/cancellation.ts";
import { type RequestedSync, runSync, type SyncDependencies } from "../templates/sync.ts";
import { type RequestedReplay, runReplay } from "../webhooks/replay.ts";

/** The long jobs: what somebody asked for and need not wait for. */
export function createLongJobs(dependencies: SyncDependencies): Omit<Jobs, "lane" | "inbound"> {
  const { sql } = dependencies;
  return {
    templateSync: (requested: RequestedSync) => runSync(dependencies, requested),
    replay: (requested: RequestedReplay) => runReplay(sql, requested),
    endLane: (lane: Lane) => endLane(sql, lane),
    endList: (list: EndedList) => endList(sql, list),
    cancelMessages: (cancellation: CancellationKey) => runCancellation(sql, cancellation),
  };
}
