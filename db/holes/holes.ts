import type { Queryable, Sql } from "../connection/client.ts";

type ChannelKey = { organizationId: string; channelId: string };

/** A time in which a channel was away, of one conversation; see db/holes/holes.sql. */
export type HoleRow = {
  id: string;
  conversation_id: string;
  since: Date;
  until: Date;
  before_id: string | null;
  pages: number;
};

/** Questions of one hole that may stay without an answer, and hours after which it is asked again. */
const MOST_ATTEMPTS = 3;
const AGAIN_HOURS = 6;

/** Notes that a channel, which is there again, was away; see note_holes. Before it counts as seen. */
export async function noteHoles(sql: Queryable, { organizationId, channelId }: ChannelKey): Promise<void> {
  await sql`select note_holes(${organizationId}, ${channelId})`;
}

/** Takes the hole of the conversation in which somebody wrote last, if one is to be asked about now: it counts as asked. */
export async function takeHole(sql: Sql, { organizationId, channelId }: ChannelKey): Promise<HoleRow | null> {
  const [row] = await sql<HoleRow[]>`
    update web_holes as hole set asked_at = now(), attempts = attempts + 1, request_id = null,
      before_id = coalesce(before_id, follows_hole(hole))
    where organization_id = ${organizationId} and id = (
      select open.id from web_holes as open
      join conversations as known on known.organization_id = ${organizationId} and known.id = open.conversation_id
      where open.organization_id = ${organizationId} and open.channel_id = ${channelId} and open.attempts < ${MOST_ATTEMPTS}
        and (open.asked_at is null or open.asked_at < now() - make_interval(hours => ${AGAIN_HOURS}))
      order by open.attempts, known.last_inbound_at desc limit 1
    )
    returning id, conversation_id, since, until, before_id, pages`;
  return row ?? null;
}

/** Notes WhatsApp's id of the question. */
export async function noteHoleAsked(
  sql: Sql,
  { organizationId }: ChannelKey,
  id: string,
  requestId: string,
): Promise<void> {
  await sql`
    update web_holes set request_id = ${requestId} where organization_id = ${organizationId} and id = ${id}`;
}

/** The hole that a phone's answer is about; null for what nobody asked because of one. */
export async function answeredHole(
  sql: Sql,
  { organizationId, channelId }: ChannelKey,
  requestId: string | null,
): Promise<HoleRow | null> {
  const [row] = await sql<HoleRow[]>`
    select id, conversation_id, since, until, before_id, pages from web_holes
    where organization_id = ${organizationId} and channel_id = ${channelId} and asked_at is not null
      and coalesce(request_id = ${requestId}, true)
    order by request_id is null, asked_at desc limit 1`;
  return row ?? null;
}

/** Holes of a channel that the phone said nothing about, however often it was asked. */
export async function unansweredHoles(
  sql: Sql,
  { organizationId, channelId }: ChannelKey,
): Promise<HoleRow[]> {
  return await sql<HoleRow[]>`
    select id, conversation_id, since, until, before_id, pages from web_holes
    where organization_id = ${organizationId} and channel_id = ${channelId} and attempts >= ${MOST_ATTEMPTS}
      and asked_at < now() - make_interval(hours => ${AGAIN_HOURS})`;
}

/** Has a hole asked about once more, for what is before a message that came. */
export async function askOn(
  sql: Sql,
  { organizationId }: ChannelKey,
  id: string,
  beforeId: string,
): Promise<void> {
  await sql`
    update web_holes set before_id = ${beforeId}, asked_at = null, request_id = null, attempts = 0, pages = pages + 1
    where organization_id = ${organizationId} and id = ${id}`;
}

/** Ends a hole; see close_hole. It may write up to two messages into the thread: `ids` are their ids. */
export async function closeHole(
  sql: Sql,
  { organizationId }: ChannelKey,
  id: string,
  { reached, ids }: { reached: Date | null; ids: readonly string[] },
): Promise<void> {
  await sql`select close_hole(${organizationId}, ${id}, ${reached}, ${ids as string[]}::uuid[])`;
}

/** Which messages of a channel there are: our ids and types by the platform's ids. */
export async function knownMessages(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  providerMessageIds: readonly string[],
): Promise<{ provider_message_id: string; id: string; type: string }[]> {
  return await sql<{ provider_message_id: string; id: string; type: string }[]>`
    select known.provider_message_id, message.id, message.type
    from provider_messages as known
    join messages as message on message.organization_id = ${organizationId} and message.id = known.message_id
    where known.organization_id = ${organizationId} and known.channel_id = ${channelId}
      and known.provider_message_id = any (${providerMessageIds as string[]})`;
}

/** The last message of a hole's conversation that was written up to a moment and stands before another; null for none. */
export async function lastBefore(
  sql: Queryable,
  { organizationId }: ChannelKey,
  { conversation_id }: HoleRow,
  { at, before }: { at: Date; before: string | null },
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from messages
    where organization_id = ${organizationId} and conversation_id = ${conversation_id}
      and id >= uuid_bound(${at}::timestamptz - interval '1 day') and created_at <= ${at}
      and (${before}::uuid is null or id < ${before})
    order by id desc limit 1`;
  return row?.id ?? null;
}
