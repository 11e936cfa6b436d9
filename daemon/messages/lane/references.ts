import type { Queryable } from "../../../db/connection/client.ts";
import { findProviderMessageId } from "../../../db/messages/messages.ts";
import type { DueSend } from "../../../db/messages/sends.ts";

type ChannelKey = { organizationId: string; channelId: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A message as its provider is to know it: where its content names another
 * message of the channel by our id (`message_id`, `reply_to.id`), the
 * provider's takes its place. Null when there is no such message on the
 * channel, or when the provider never got it. Nothing is looked up otherwise.
 */
export async function withProviderIds(
  sql: Queryable,
  channel: ChannelKey,
  row: DueSend,
): Promise<DueSend | null> {
  const content = JSON.parse(row.content);
  const { message_id, reply_to } = content;
  if (!isOurs(message_id) && !isOurs(reply_to?.id)) return row;
  const about = await providerIdOf(sql, channel, message_id);
  const quoted = await providerIdOf(sql, channel, reply_to?.id);
  if (about === null || quoted === null) return null;
  const named = {
    ...content,
    ...(about === undefined ? {} : { message_id: about }),
    ...(quoted === undefined ? {} : { reply_to: { ...reply_to, id: quoted } }),
  };
  return { ...row, content: JSON.stringify(named) };
}

/** Leaves a provider's own id as it is, and undefined where none was given. */
async function providerIdOf(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  id: string | undefined,
): Promise<string | null | undefined> {
  return isOurs(id) ? await findProviderMessageId(sql, organizationId, channelId, id) : id;
}

function isOurs(id: unknown): id is string {
  return typeof id === "string" && UUID.test(id);
}
