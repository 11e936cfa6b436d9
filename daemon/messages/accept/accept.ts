import type { Sql } from "../../../db/connection/client.ts";
import { type AcceptOutcome, acceptMessages } from "../../../db/messages/accept/accept.ts";
import type { AcceptInput } from "../../../db/messages/accept/input.ts";
import type { Lanes } from "../../lanes/lanes.ts";
import { groupCommit } from "../../lib/group-commit.ts";
import { holdLanes } from "./held-lanes.ts";

/** A message that has been checked and waits to be committed. */
export type AcceptRequest = Omit<AcceptInput, "n">;

/** Accepts one message: resolves once its commit is durable. */
export type Accept = (request: AcceptRequest) => Promise<AcceptOutcome>;

/**
 * The accepting side of the daemon: all requests share one group commit. Where a lane of this daemon rests, the first
 * attempts begin in that commit; the others are read from their lanes, which are notified here.
 */
export function createAccept(sql: Sql, lanes: Pick<Lanes, "hold" | "notify">, daemonId: string): Accept {
  const commit = async (requests: readonly AcceptRequest[]) => {
    const held = await holdLanes(lanes, requests);
    try {
      const starting = held.flatMap((lane) => lane.starting);
      const outcomes = await acceptMessages(sql, requests, daemonId, starting);
      for (const lane of held) lane.letGo(outcomes);
      return outcomes.sort((one, other) => one.n - other.n);
    } catch (cause) {
      // also when only the response got lost: they may be committed
      for (const lane of held) lane.fail(cause);
      throw cause;
    }
  };
  return groupCommit(commit, {
    atOnce: 2,
    namesOf: ({ organization_id, author }) => [organization_id, author ?? ""],
  });
}
