/** The blocks of messages whose words are in the index; see db/schema/migrations/0110_message_search.sql. */
import type { Queryable } from "../../connection/client.ts";

/** Milliseconds since 1970. */
type Moment = number;

export type SearchBlock = { id: number; starts_at: Moment; newest_at: Moment; messages: number };

/** Blocks of an organisation that begin before a moment and have messages of another or later, the newest first. */
export async function searchBlocks(
  sql: Queryable,
  organizationId: string,
  { before, since, most }: { before: Moment; since: Moment; most: number },
): Promise<SearchBlock[]> {
  return await sql<SearchBlock[]>`
    select id, starts_at, newest_at, messages from message_search_blocks
    where organization_id = ${organizationId} and starts_at < ${before} and newest_at >= ${since}
    order by starts_at desc limit ${most}`;
}

/** The blocks that messages of between two moments belong into, the oldest first. */
export async function searchBlocksOf(
  sql: Queryable,
  organizationId: string,
  { first, last }: { first: Moment; last: Moment },
): Promise<SearchBlock[]> {
  return await sql<SearchBlock[]>`
    select id, starts_at, newest_at, messages from message_search_blocks
    where organization_id = ${organizationId} and starts_at <= ${last} and starts_at >= coalesce((
      select max(starts_at) from message_search_blocks
      where organization_id = ${organizationId} and starts_at <= ${first}
    ), 0)
    order by starts_at`;
}

/** Makes an empty block. `isMerged`: its words are written at once, and no more come unless it is the newest one. */
export async function addSearchBlock(
  sql: Queryable,
  organizationId: string,
  { startsAt, isMerged }: { startsAt: Moment; isMerged: boolean },
): Promise<SearchBlock> {
  const [row] = await sql<SearchBlock[]>`
    insert into message_search_blocks (organization_id, starts_at, newest_at, messages, is_merged)
    select ${organizationId}, ${startsAt}, ${startsAt}, 0, ${isMerged} and exists (
      select from message_search_blocks where organization_id = ${organizationId} and starts_at > ${startsAt}
    )
    returning id, starts_at, newest_at, messages`;
  if (row === undefined) throw new Error("no block was made");
  return row;
}

/** Writes words of messages of a block, and what the block has then. */
export async function writeSearchWords(
  sql: Queryable,
  organizationId: string,
  { id, starts_at, newest_at, messages }: SearchBlock,
  words: ReadonlyMap<string, readonly Moment[]>,
): Promise<void> {
  const moments = [...words.values()].map((all) => bytesOf(all.map((moment) => moment - starts_at)));
  await sql`
    insert into message_search_words (block_id, word, moments)
    select ${id}, word, decode(moments, 'hex')
    from unnest(${[...words.keys()]}::text[], ${moments}::text[]) as given (word, moments)
    order by word`;
  await sql`
    update message_search_blocks set newest_at = ${newest_at}, messages = ${messages}
    where organization_id = ${organizationId} and starts_at = ${starts_at}`;
}

function bytesOf(numbers: readonly number[]): string {
  return numbers.map((number) => number.toString(16).padStart(8, "0")).join("");
}

/**
 * Gives each word of a block that gets no more messages one row in place of those that were written as they came.
 * False when there is no such block.
 */
export async function mergeSearchBlock(sql: Queryable): Promise<boolean> {
  const rows = await sql`
    with block as (
      select organization_id, starts_at, id from message_search_blocks as block
      where not is_merged and exists (
        select from message_search_blocks as newer
        where newer.organization_id = block.organization_id and newer.starts_at > block.starts_at
      )
      limit 1
      for update skip locked
    ), parts as (
      delete from message_search_words as word using block where word.block_id = block.id
      returning word.block_id, word.word, word.moments
    ), whole as (
      insert into message_search_words (block_id, word, moments)
      select block_id, word, string_agg(moments, '') from parts group by 1, 2 order by 1, 2
    )
    update message_search_blocks as merged set is_merged = true from block
    where merged.organization_id = block.organization_id and merged.starts_at = block.starts_at
    returning merged.id`;
  return rows.length > 0;
}

/** Takes moments away from words of a block. */
export async function forgetSearchWords(
  sql: Queryable,
  { id, starts_at }: SearchBlock,
  words: ReadonlyMap<string, readonly Moment[]>,
): Promise<void> {
  const moments = [...words.values()].map((all) => bytesOf(all.map((moment) => moment - starts_at)));
  await sql`
    update message_search_words as known set moments = (
      select coalesce(string_agg(substr(known.moments, at, 4), ''::bytea order by at), '')
      from generate_series(1, length(known.moments), 4) as at
      where not exists (
        select from generate_series(1, length(given.moments), 4) as gone
        where substr(given.moments, gone, 4) = substr(known.moments, at, 4)
      )
    )
    from (
      select word, decode(moments, 'hex') as moments
      from unnest(${[...words.keys()]}::text[], ${moments}::text[]) as one (word, moments)
    ) as given
    where known.block_id = ${id} and known.word = given.word`;
  await sql`delete from message_search_words where block_id = ${id} and moments = ''`;
}
