/** The same messages again, in earlier times, with their index of words: much sooner made than drawn and indexed. */
import type { Sql } from "../../../../db/connection/client.ts";
import type { Fragment } from "../../../../db/lists/edges.ts";
import { withoutIndexes } from "./indexes.ts";

/** Writes so many copies of all messages and of their index, each before the one before it. */
export async function copyTalk(sql: Sql, copies: number, progress: (made: number) => void): Promise<void> {
  const [row] = await sql<{ first: string; span: number }[]>`
    select min(id::text) as first, ${momentOf(sql, sql`max(id::text)`)} - ${momentOf(sql, sql`min(id::text)`)} + 1 as span
    from messages`;
  const { first = "", span = 0 } = row ?? {};
  await withoutIndexes(sql, ["messages", "message_search_words"], async () => {
    for (let nth = 1; nth <= copies; nth++) {
      await copyMessages(sql, nth * span, first);
      await copyIndex(sql, nth * span, first);
      progress(nth);
    }
  });
}

/** The time of an id of text, in milliseconds since 1970. */
function momentOf(sql: Sql, id: Fragment): Fragment {
  return sql`('x' || lpad(left(replace(${id}, '-', ''), 12), 16, '0'))::bit(64)::bigint`;
}

async function copyMessages(sql: Sql, earlierMs: number, first: string): Promise<void> {
  await sql`
    insert into messages (organization_id, id, channel_id, conversation_id, contact_id, direction, type, status,
      address, content, status_history, created_at, updated_at)
    select organization_id, (left(earlier.digits, 8) || '-' || right(earlier.digits, 4) || substr(id::text, 14))::uuid,
      channel_id, conversation_id, contact_id, direction, type, status, address, content, status_history,
      created_at - make_interval(secs => ${earlierMs / 1000}), updated_at
    from messages
    cross join lateral (
      select lpad(to_hex(${momentOf(sql, sql`id::text`)} - ${earlierMs}::bigint), 12, '0') as digits
    ) as earlier
    where id >= ${first}`;
}

async function copyIndex(sql: Sql, earlierMs: number, first: string): Promise<void> {
  await sql`
    with block as materialized (
      select * from message_search_blocks where newest_at >= ${momentOf(sql, sql`${first}::text`)}
    ), copied as (
      insert into message_search_blocks (organization_id, starts_at, newest_at, messages, is_merged)
      select organization_id, starts_at - ${earlierMs}::bigint, newest_at - ${earlierMs}::bigint, messages, true from block
      returning id, starts_at
    )
    insert into message_search_words (block_id, word, moments)
    select copied.id, words.word, words.moments
    from block
    join copied on copied.starts_at = block.starts_at - ${earlierMs}::bigint
    join message_search_words as words on words.block_id = block.id
    order by 1, 2`;
}
