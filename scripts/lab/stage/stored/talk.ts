/** Messages with words as people use them: a few in every other message, most in hardly any. */
import type { Sql } from "../../../../db/connection/client.ts";
import { makePartitions } from "../../../../db/maintenance/maintenance.ts";
import { withoutIndexes } from "./indexes.ts";

export type Talk = {
  organizationId: string;
  /** The last one has one message of a thousand. */
  channelIds: readonly string[];
  messages: number;
  /** The time over which they are spread, up to now; at most so many days. */
  days: number;
};

const MOST_DAYS = 29;

/** Different words; the nth is used half as often as the one of half its number (Zipf's law). */
export const VOCABULARY = 200_000;
const WORDS_A_MESSAGE = 12;
const STEP = 100_000;
/** Messages of one conversation: a tenth as many conversations, some of them talking more. */
const EACH = 10;

/** The nth word, in SQL and here. */
export const talkWord = (nth: number) =>
  new Bun.CryptoHasher("md5")
    .update(String(nth))
    .digest("hex")
    .slice(0, 4 + (nth % 6));

/** Writes them, half of them with a number of their own, as an order has. */
export async function makeTalk(sql: Sql, talk: Talk, progress: (made: number) => void): Promise<void> {
  await makePartitions(sql, new Date(Date.now() - MOST_DAYS * 24 * 3600_000), MOST_DAYS);
  await makePartitions(sql);
  await makeConversations(sql, talk);
  await withoutIndexes(sql, ["messages"], async () => {
    for (let first = 1; first <= talk.messages; first += STEP) {
      await makeStep(sql, talk, first, Math.min(talk.messages, first + STEP - 1));
      progress(Math.min(talk.messages, first + STEP - 1));
    }
  });
}

async function makeConversations(sql: Sql, { organizationId, channelIds, messages }: Talk): Promise<void> {
  await sql`
    insert into conversations (organization_id, id, channel_id, contact_id)
    select ${organizationId}, 'cv_talk_' || n, (${channelIds as string[]}::text[])[${channelIds.length}], 'ct_talk_' || n
    from generate_series(0, ${Math.ceil(messages / EACH)}) as n`;
}

async function makeStep(sql: Sql, talk: Talk, first: number, last: number): Promise<void> {
  const { organizationId, channelIds, messages, days } = talk;
  const seconds = days * 24 * 3600;
  await sql`
    insert into messages (organization_id, id, channel_id, conversation_id, contact_id, direction, type, status,
      address, content, status_history, created_at, updated_at)
    select ${organizationId},
      (left(uuid_bound(at)::text, 14) || '7' || left(md5(nth::text), 3) || '-8' || substr(md5(nth::text), 4, 3) || '-'
        || substr(md5(nth::text), 7, 12))::uuid,
      (${channelIds as string[]}::text[])[case when nth % 1000 = 1 then ${channelIds.length}::integer
        else 1 + nth % (${channelIds.length}::integer - 1) end],
      'cv_talk_' || person, 'ct_talk_' || person, case when nth % 3 = 0 then 'inbound' else 'outbound' end, 'text',
      'delivered', '4917' || 100000000 + person, json_build_object('body', said.words)::text,
      history_entry('queued', at) || history_entry('sent', at) || history_entry('delivered', at), at, at
    from generate_series(${first}::bigint, ${last}::bigint) as nth
    cross join lateral (select
      now() - interval '1 second' * (${seconds}::float8 * (${messages}::bigint - nth) / ${messages}::bigint) as at,
      floor(${messages / EACH}::float8 * power(random(), 2))::bigint as person
    ) as drawn
    cross join lateral (
      select string_agg(left(md5(word::text), 4 + word % 6), ' ')
        || case when nth % 2 = 0 then '. Order ' || nth else '!' end as words
      from (
        -- drawn again for each message, since it names it
        select floor(exp(random() * ln(${VOCABULARY}::float8)))::integer + (nth * 0)::integer as word
        from generate_series(1, ${WORDS_A_MESSAGE})
      ) as words
    ) as said`;
}
