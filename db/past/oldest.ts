import type { Queryable } from "../connection/client.ts";

/** The first message of a conversation that its platform has, as it has it. */
export type OldestMessage = {
  provider_message_id: string;
  direction: "inbound" | "outbound";
  at: Date;
  /** Who wrote it in a group. */
  participant: string | null;
  /** The chat's address on WhatsApp Web; null where only numbers and ids are known. */
  remote_jid: string | null;
  /** Digits of a person's number. */
  address: string | null;
  user_id: string | null;
};

/** Null when the conversation has no message. */
export async function oldestMessage(
  sql: Queryable,
  organizationId: string,
  conversationId: string,
): Promise<OldestMessage | null> {
  const [row] = await sql<OldestMessage[]>`
    select message.provider_message_id, message.direction, message.created_at as at, message.participant,
      kept.remote_jid, message.address, message.user_id
    from (
      select * from messages
      where organization_id = ${organizationId} and conversation_id = ${conversationId}
        and provider_message_id is not null
        and type not in (
          'mark_as_read', 'presence', 'edit_message', 'delete_message', 'message_status_query',
          'message_media_download', 'system', 'call', 'missed_call'
        )
      order by id limit 1
    ) as message
    left join lateral (
      select known.remote_jid from web_messages as known
      where known.organization_id = ${organizationId} and known.channel_id = message.channel_id
        and known.provider_message_id = message.provider_message_id
      limit 1
    ) as kept on true`;
  return row ?? null;
}
