import type { Sql } from "../../db/connection/client.ts";
import { findMessage, type MessageRow } from "../../db/messages/messages.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { notFound } from "../http/found.ts";

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A message by our id; throws 404 when there is none that the caller may see. */
export async function mustFind(sql: Sql, caller: Caller, id: string): Promise<MessageRow> {
  const row = UUID.test(id) ? await findMessage(sql, caller.organizationId, id) : null;
  return visible(caller, row);
}

/** The row, if the caller may see it; throws 404 otherwise. */
export function visible(caller: Caller, row: MessageRow | null): MessageRow {
  if (row === null || !mayUseChannel(caller, row.channel_id)) throw notFound("message");
  return row;
}
