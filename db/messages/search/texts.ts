/** Messages as the index of their words needs them. */
import type { Queryable } from "../../connection/client.ts";

export type SearchedMessage = {
  organization_id: string;
  id: string;
  channel_id: string;
  /** The business account of its channel; null of a paired number. */
  waba_id: string | null;
  type: string;
  /** JSON text. */
  content: string;
  deleted_at: Date | null;
};

/** Some messages of an organisation, by their ids. */
export async function searchedMessages(
  sql: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<SearchedMessage[]> {
  return await sql<SearchedMessage[]>`
    select ${columns(sql)} from unnest(${ids as string[]}::uuid[]) as wanted (id)
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select * from messages as known
      where known.organization_id = ${organizationId} and known.id = wanted.id
      limit 1
    ) as message
    ${channelOf(sql)}`;
}

/** An organisation's messages before an id and as far as another and with it, the newest first. */
export async function earlierMessages(
  sql: Queryable,
  organizationId: string,
  { before, since, most }: { before: string; since: string; most: number },
): Promise<SearchedMessage[]> {
  return await sql<SearchedMessage[]>`
    select ${columns(sql)} from (
      select * from messages
      where organization_id = ${organizationId} and id < ${before} and id >= ${since}
      order by id desc limit ${most}
    ) as message
    ${channelOf(sql)}
    order by message.id desc`;
}

/** The id of the message that is so many before another id: of the nth, counted from 1; null when there are fewer. */
export async function nthMessageBefore(
  sql: Queryable,
  organizationId: string,
  before: string,
  nth: number,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from messages where organization_id = ${organizationId} and id < ${before}
    order by id desc offset ${nth - 1} limit 1`;
  return row?.id ?? null;
}

function columns(sql: Queryable) {
  return sql`message.organization_id, message.id, message.channel_id, channel.waba_id, message.type, message.content,
    message.deleted_at`;
}

function channelOf(sql: Queryable) {
  return sql`left join lateral (
    select known.waba_id from channels as known
    where known.organization_id = message.organization_id and known.id = message.channel_id
    limit 1
  ) as channel on true`;
}
