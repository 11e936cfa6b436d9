import type { Queryable } from "../../db/connection/client.ts";
import { type ConversationRow, findConversation } from "../../db/conversations/conversations.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { notFound } from "../http/found.ts";

/** A conversation of the caller's organisation, on a channel that the caller may use. Throws 404. */
export async function mustFindConversation(
  sql: Queryable,
  caller: Caller,
  id: string,
): Promise<ConversationRow> {
  const row = await findConversation(sql, caller.organizationId, id);
  if (row === null || !mayUseChannel(caller, row.channel_id)) throw notFound("conversation");
  return row;
}
