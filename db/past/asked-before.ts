import type { Queryable } from "../connection/client.ts";

/** A message before which a phone is asked for others, as the platform has it. */
export type AskedBefore = {
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

/** The first message of a conversation that its platform has, or its last one; null when it has none. */
export async function messageAt(
  sql: Queryable,
  organizationId: string,
  conversationId: string,
  end: "first" | "last",
): Promise<AskedBefore | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from messages
    where organization_id = ${organizationId} and conversation_id = ${conversationId}
      and provider_message_id is not null and stands_in_chat(type)
    order by id ${end === "first" ? sql`` : sql`desc`} limit 1`;
  return row === undefined ? null : await askedBefore(sql, organizationId, row.id);
}

/** A message as it is named to a phone; null when it is gone. */
export async function askedBefore(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<AskedBefore | null> {
  const [row] = await sql<AskedBefore[]>`
    select message.provider_message_id, message.direction, message.created_at as at, message.participant,
      kept.remote_jid, message.address, message.user_id
    from messages as message
    left join lateral (
      select known.remote_jid from web_messages as known
      where known.organization_id = ${organizationId} and known.channel_id = message.channel_id
        and known.provider_message_id = message.provider_message_id
      limit 1
    ) as kept on true
    where message.organization_id = ${organizationId} and message.id = ${id}`;
  return row ?? null;
}
