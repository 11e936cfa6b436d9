/** Finds messages by their words. */
import type { Sql } from "../../connection/client.ts";
import { besideMessage, type MessageRow, messageColumns } from "../messages.ts";

/** Which messages are wanted, besides by their words. */
export type SearchFilter = {
  organizationId: string;
  /** The channels the caller may see; null is all. */
  channelIds: readonly string[] | null;
  channelId?: string | undefined;
  conversationId?: string | undefined;
  contactId?: string | undefined;
  direction?: string | undefined;
};

/** When messages of a block were recorded that have a word: four bytes each, milliseconds since the block's start. */
export type Found = { block: number; moments: Uint8Array };

/** How much some blocks have of words that begin in one of the ways of a group: in bytes, by block and group. */
export async function sizesOfWords(
  sql: Sql,
  blocks: readonly number[],
  groups: readonly (readonly string[])[],
): Promise<{ block: number; group: number; bytes: number }[]> {
  const beginnings = groups.flat();
  const of = groups.flatMap((group, nth) => group.map(() => nth));
  return await sql<{ block: number; group: number; bytes: number }[]>`
    select block.id as block, wanted.of as group, sum(found.bytes)::bigint as bytes
    from unnest(${blocks as number[]}::integer[]) as block (id)
    cross join unnest(${beginnings}::text[], ${of}::integer[]) as wanted (beginning, of)
    cross join lateral (
      select sum(octet_length(moments)) as bytes from message_search_words as known
      where known.block_id = block.id and known.word >= wanted.beginning
        and known.word < wanted.beginning || chr(1114111)
    ) as found
    where found.bytes > 0
    group by 1, 2`;
}

/** What some blocks have of words that begin in one of these ways. */
export async function momentsOfWords(
  sql: Sql,
  blocks: readonly number[],
  beginnings: readonly string[],
): Promise<Found[]> {
  return await sql<Found[]>`
    select block.id as block, found.moments
    from unnest(${blocks as number[]}::integer[]) as block (id)
    cross join unnest(${beginnings as string[]}::text[]) as wanted (beginning)
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select moments from message_search_words as known
      where known.block_id = block.id and known.word >= wanted.beginning
        and known.word < wanted.beginning || chr(1114111)
      limit 1000000
    ) as found`;
}

/** The ids of the messages of some conversations between two ids, the first of them excluded from above. */
export async function idsOfConversations(
  sql: Sql,
  { organizationId, channelIds, conversationId, contactId }: SearchFilter,
  { before, since }: { before: string; since: string },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select message.id from (
      select id from conversations where organization_id = ${organizationId}
        ${channelIds === null ? sql`` : sql`and channel_id = any (${channelIds as string[]})`}
        ${conversationId === undefined ? sql`` : sql`and id = ${conversationId}`}
        ${contactId === undefined ? sql`` : sql`and contact_id = ${contactId}`}
    ) as wanted
    cross join lateral (
      select id from messages
      where messages.conversation_id = wanted.id and messages.id >= ${since} and messages.id < ${before}
      order by id desc
    ) as message`;
  return rows.map(({ id }) => id);
}

/** The wanted messages among those with ids between each two of these, newest first; all are before `before`. */
export async function messagesWithin(
  sql: Sql,
  filter: SearchFilter,
  { from, to, before }: { from: readonly string[]; to: readonly string[]; before: string },
): Promise<MessageRow[]> {
  const { organizationId, channelIds } = filter;
  const only = (column: string, value: string | undefined) =>
    value === undefined ? sql`` : sql`and known.${sql(column)} = ${value}`;
  return await sql<MessageRow[]>`
    select ${messageColumns(sql)}
    from unnest(${from as string[]}::uuid[], ${to as string[]}::uuid[]) as span (first, last)
    cross join lateral (
      select known.* from messages as known
      where known.organization_id = ${organizationId} and known.id >= span.first and known.id < span.last
        and known.id < ${before}
        ${channelIds === null ? sql`` : sql`and known.channel_id = any (${channelIds as string[]})`}
        ${only("channel_id", filter.channelId)} ${only("conversation_id", filter.conversationId)}
        ${only("contact_id", filter.contactId)} ${only("direction", filter.direction)}
      order by known.id desc
      limit 1000000
    ) as message
    ${besideMessage(sql)}
    order by message.id desc`;
}
