import type { Queryable } from "../../db/connection/client.ts";
import { type ConversationRow, findConversation, KEYS } from "../../db/conversations/conversations.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { notFound } from "../http/found.ts";

/**
 * A conversation of the caller's organisation, by its id or the id of one merged into it, on a channel that the caller
 * may use. Throws 404.
 */
export async function mustFindConversation(
  sql: Queryable,
  caller: Caller,
  id: string,
): Promise<ConversationRow> {
  const row = await findConversation(sql, readerOf(caller), id);
  if (row === null || !mayUseChannel(caller, row.channel_id)) throw notFound("conversation");
  return row;
}

/** By whom is read what a caller reads: each user by themselves, and all API keys of an organisation as one. */
export function readerOf({ organizationId, actor }: Caller): { organizationId: string; reader: string } {
  return { organizationId, reader: actor.type === "user" ? actor.id : KEYS };
}
