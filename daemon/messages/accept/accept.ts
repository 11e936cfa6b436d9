import type { Sql } from "../../../db/connection/client.ts";
import type { AcceptInput } from "../../../db/messages/accept/input.ts";
import { type AcceptOutcome, acceptMessages } from "../../../db/messages/messages.ts";
import type { Lanes } from "../../lanes/lanes.ts";
import { groupCommit } from "../../lib/group-commit.ts";
import { lanesOf, sendsOf } from "./fresh-sends.ts";

/** A message that has been checked and waits to be committed. */
export type AcceptRequest = Omit<AcceptInput, "n">;

/** Accepts one message: resolves once its commit is durable. */
export type Accept = (request: AcceptRequest) => Promise<AcceptOutcome>;

/**
 * The accepting side of the daemon: all requests share one group commit. The lanes that this daemon drains are notified
 * here, with the messages, which start at once where nothing else is in progress in their lane.
 */
export function createAccept(sql: Sql, lanes: Pick<Lanes, "handOver">, daemonId: string): Accept {
  const commit = async (requests: readonly AcceptRequest[]) => {
    let outcomes: AcceptOutcome[] = [];
    try {
      outcomes = await acceptMessages(sql, requests, daemonId);
    } finally {
      // also when the response got lost: it may be committed
      for (const lane of lanesOf(requests)) lanes.handOver(lane, () => sendsOf(lane, requests, outcomes));
    }
    return outcomes.sort((one, other) => one.n - other.n);
  };
  return groupCommit(commit, { atOnce: 2 });
}
