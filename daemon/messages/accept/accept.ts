import type { Sql } from "../../../db/connection/client.ts";
import type { AcceptInput } from "../../../db/messages/accept-input.ts";
import { type AcceptOutcome, acceptMessages } from "../../../db/messages/messages.ts";
import { groupCommit } from "../../lib/group-commit.ts";

/** A message that has been checked and waits to be committed. */
export type AcceptRequest = Omit<AcceptInput, "n">;

/** Accepts one message: resolves once its commit is durable. */
export type Accept = (request: AcceptRequest) => Promise<AcceptOutcome>;

/** The accepting side of the daemon: all requests share one group commit. */
export function createAccept(sql: Sql): Accept {
  const commit = async (requests: readonly AcceptRequest[]) => {
    const outcomes = await acceptMessages(
      sql,
      requests.map((request, n) => ({ ...request, n })),
    );
    return outcomes.sort((one, other) => one.n - other.n);
  };
  return groupCommit(commit, { atOnce: 2 });
}
