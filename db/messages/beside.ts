import type { Sql } from "../connection/client.ts";
import {
  besideMessage,
  findMessage,
  findMessageByProviderId,
  type MessageRow,
  messageColumns,
} from "./messages.ts";

/** A message of a conversation by our id, or by the provider's; null when it has none. */
export async function messageIn(
  sql: Sql,
  organizationId: string,
  conversationId: string,
  id: string,
  isOurs: boolean,
): Promise<MessageRow | null> {
  const [conversation] = await sql<{ channel_id: string }[]>`
    select channel_id from conversations where organization_id = ${organizationId} and id = ${conversationId}`;
  if (conversation === undefined) return null;
  const found = isOurs
    ? await findMessage(sql, organizationId, id)
    : await findMessageByProviderId(sql, organizationId, conversation.channel_id, id);
  return found?.conversation_id === conversationId ? found : null;
}

/** The messages that follow one in its conversation, those next to it, newest first. */
export async function messagesAfter(
  sql: Sql,
  { id, ...message }: MessageRow,
  limit: number,
): Promise<MessageRow[]> {
  return await sql<MessageRow[]>`
    select ${messageColumns(sql)} from (
      select * from messages as next
      where next.conversation_id = ${message.conversation_id} and next.organization_id = ${message.organization_id}
        and next.id > ${id}
      order by next.id limit ${limit}
    ) as message
    ${besideMessage(sql)}
    order by message.id desc`;
}
