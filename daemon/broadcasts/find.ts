import { type BroadcastRow, findBroadcast } from "../../db/broadcasts/broadcasts.ts";
import type { Queryable } from "../../db/connection/client.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { type Problem, problem } from "../http/problem.ts";

/** A broadcast whose channels the caller may all use. Throws 404. */
export async function mustFind(sql: Queryable, caller: Caller, id: string): Promise<BroadcastRow> {
  const row = await findBroadcast(sql, caller.organizationId, id);
  const isTheirs = row?.channel_ids.every((channelId) => mayUseChannel(caller, channelId)) ?? false;
  return found(isTheirs ? row : null, "broadcast");
}

/** The refusal of what a broadcast's state does not allow. */
export function wrongState({ status }: Pick<BroadcastRow, "status">, allowed: string): Problem {
  return problem(409, "wrong_state", `the broadcast is ${status}; ${allowed}`);
}
