import type { Sql } from "../connection/client.ts";

type Answered = { channel_id: string; answered: string };

/** A message that another quotes or reacts to. */
export type OwnId = { id: string; direction: "inbound" | "outbound" };

/** Our ids of messages that WhatsApp names, by channel and WhatsApp's id with a space between. */
export async function findOwnIds(
  sql: Sql,
  organizationId: string,
  messages: readonly Answered[],
): Promise<ReadonlyMap<string, OwnId>> {
  const channels = messages.map(({ channel_id }) => channel_id);
  const ids = messages.map(({ answered }) => answered);
  const rows = await sql<(OwnId & { channel_id: string; provider_message_id: string })[]>`
    select named.channel_id, named.provider_message_id, message.id, message.direction
    from provider_messages as named
    cross join lateral (
      select known.id, known.direction from messages as known
      where known.organization_id = named.organization_id and known.id = named.message_id
      limit 1
    ) as message
    where named.organization_id = ${organizationId} and (named.channel_id, named.provider_message_id) in (
      select channel_id, id from unnest(${channels}::text[], ${ids}::text[]) as asked (channel_id, id)
    )`;
  return new Map(
    rows.map(({ channel_id, provider_message_id, ...own }) => [`${channel_id} ${provider_message_id}`, own]),
  );
}
