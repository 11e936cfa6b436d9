import type { Sql } from "../connection/client.ts";

type Answered = { channel_id: string; answered: string };

/** Our ids of messages that WhatsApp names, by channel and WhatsApp's id with a space between. */
export async function findOwnIds(
  sql: Sql,
  organizationId: string,
  messages: readonly Answered[],
): Promise<ReadonlyMap<string, string>> {
  const channels = messages.map(({ channel_id }) => channel_id);
  const ids = messages.map(({ answered }) => answered);
  const rows = await sql<{ channel_id: string; provider_message_id: string; message_id: string }[]>`
    select channel_id, provider_message_id, message_id from provider_messages
    where organization_id = ${organizationId} and (channel_id, provider_message_id) in (
      select channel_id, id from unnest(${channels}::text[], ${ids}::text[]) as asked (channel_id, id)
    )`;
  return new Map(rows.map((row) => [`${row.channel_id} ${row.provider_message_id}`, row.message_id]));
}
