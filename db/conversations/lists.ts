import type { Queryable, Sql } from "../connection/client.ts";
import { between, edgeOfEach, type Fragment } from "../lists/edges.ts";
import { type Walked, type WalkedList, walk } from "../lists/walk.ts";
import {
  besideConversation,
  type ConversationRow,
  newestMessage,
  ofMessages,
  shown,
} from "./conversations.ts";
import {
  byColumns,
  type ConversationFilter,
  FEW,
  matching,
  narrowed,
  type Query,
  unreadOnes,
  waitingOnes,
} from "./filter.ts";

/** Times fewer messages are looked through, since each is checked for a newer one in its conversation. */
const CHECKED = 5;
/** As many messages are looked through for what is unread: it may be behind a campaign that nobody has answered. */
const LOOK_FOR_UNREAD = 5000;
/** And for what waits: beyond them it costs less to look at all that is not closed. */
const LOOK_FOR_WAITING = 1000;
/** The most of what is unread, or waits, that is sorted for one page, which takes about a second. */
const MOST_SORTED = 20_000;

/**
 * Conversations that have messages, the one with the newest message first, as far as they were looked through;
 * `before` is the id of such a message. Nothing is written to a conversation when a message is accepted, so its
 * activity is read from its newest message.
 */
export async function listConversations(
  sql: Sql,
  { organizationId, reader }: { organizationId: string; reader: string },
  filter: ConversationFilter,
  before: string | null,
  limit: number,
): Promise<Walked<ConversationRow>> {
  const query = { sql, organizationId, reader, filter };
  const few = await narrowed(query);
  if (few !== null) return { rows: await ofConversations(query, few, before, limit), end: null };
  if (filter.updatedAfter !== undefined) return await updated(query, filter.updatedAfter, before, limit);
  if (filter.unread === true) return await rare(query, before, limit, unreadOnes, LOOK_FOR_UNREAD * CHECKED);
  if (filter.unanswered === true)
    return await rare(query, before, limit, waitingOnes, LOOK_FOR_WAITING * CHECKED);
  if (filter.archived === true)
    return await rare(query, before, limit, byColumns, LOOK_FOR_WAITING * CHECKED);
  // a page of one kind may come behind all of the other: thousands whom a campaign wrote to, before one who wrote
  if (filter.contacted === true || (filter.contacted === false && (filter.status ?? "closed") !== "closed"))
    return await rare(query, before, limit, byColumns, LOOK_FOR_WAITING * CHECKED);
  return await walk(walkMessages(query, null), before, limit);
}

/** Those that may be rare: soon found among the newest messages or, where they are not there, by sorting them all. */
async function rare(
  query: Query,
  before: string | null,
  limit: number,
  all: (query: Query, most: number) => Promise<string[] | null>,
  firstLook: number,
): Promise<Walked<ConversationRow>> {
  const walked = await walk(walkMessages(query, null), before, limit, firstLook);
  if (walked.end === null || walked.rows.length === limit) return walked;
  const ids = await all(query, MOST_SORTED);
  if (ids === null) return walked;
  return { rows: await ofConversations(query, ids, before, limit), end: null };
}

/** Those with a message since a moment, then those with none that were changed since. */
async function updated(
  query: Query,
  since: Date,
  before: string | null,
  limit: number,
): Promise<Walked<ConversationRow>> {
  const { sql, organizationId } = query;
  const changed = await sql<{ id: string }[]>`
    select id from conversations where organization_id = ${organizationId} and changed_at > ${since} limit ${FEW + 1}`;
  if (changed.length > FEW) return await walk(walkMessages(query, null), before, limit);
  const [row] = await sql<{ bound: string }[]>`select uuid_bound(${since}) as bound`;
  const bound = row?.bound ?? "";
  const { rows, end } = await walk(walkMessages(query, bound), before, limit);
  if (end !== null || rows.length === limit) return { rows, end };
  const ids = changed.map(({ id }) => id);
  const older = before !== null && before < bound ? before : bound;
  return { rows: [...rows, ...(await ofConversations(query, ids, older, limit - rows.length))], end: null };
}

/** Some conversations by their ids, with the newest message of each. */
async function ofConversations(
  query: Query,
  ids: readonly string[],
  before: string | null,
  limit: number,
): Promise<ConversationRow[]> {
  const { sql, organizationId, reader } = query;
  return await sql<ConversationRow[]>`
    select ${shown(sql, reader)}
    from conversations as conversation
    ${besideConversation(sql)}
    cross join lateral (${newestMessage(sql)}) as newest
    where conversation.organization_id = ${organizationId} and conversation.id = any (${ids as string[]})
      ${matching(query)} ${before === null ? sql`` : sql`and newest.id < ${before}`}
    order by newest.id desc
    limit ${limit}`;
}

/** Walks the messages from the newest back to a bound, and takes each conversation where its newest message is. */
function walkMessages(query: Query, bound: string | null): WalkedList<ConversationRow> {
  const { sql, reader } = query;
  const { wanted, isWanted, count } = sourceOf(query);
  const within = (from: string | null, to: string | null): Fragment => sql`
    ${isWanted} and newest.type ${ofMessages(sql)}
    ${between(sql, sql`newest.id`, from, to)}
    ${bound === null ? sql`` : sql`and newest.id >= ${bound}`}`;
  return {
    edge: (from, places) =>
      edgeOfEach(
        sql,
        wanted,
        sql`newest.id`,
        sql`from messages as newest where ${within(from, null)}`,
        places / CHECKED / count,
      ),
    read: async (from, to, limit) =>
      await sql<ConversationRow[]>`
        select ${shown(sql, reader)} from ${wanted}
        cross join lateral (
          select newest.* from messages as newest
          ${conversationOf(sql)}
          -- lateral with a limit: always a look-up by key, whatever the statistics say
          left join lateral (
            select true as found from messages as newer
            where newer.conversation_id = newest.conversation_id and newer.id > newest.id
              and newer.type ${ofMessages(sql)}
              -- spares looking into the partitions that are made ahead
              and newer.id < uuid_bound(now() + interval '24 hours')
            limit 1
          ) as newer on true
          where ${within(from, to)} and newer.found is null ${matching(query)}
          order by newest.id desc limit ${limit}
        ) as newest
        ${conversationOf(sql)}
        ${besideConversation(sql)}
        order by newest.id desc limit ${limit}`,
  };
}

/** Whose messages are walked: each wanted channel's, or the organisation's. */
function sourceOf({ sql, organizationId, filter }: Query): {
  wanted: Fragment;
  isWanted: Fragment;
  count: number;
} {
  const { channelId, channelIds } = filter;
  const channels = channelId === undefined ? channelIds : [channelId];
  if (channels === null) {
    const wanted: Fragment = sql`(select ${organizationId}::text as id) as wanted`;
    return { wanted, isWanted: sql`newest.organization_id = wanted.id`, count: 1 };
  }
  const wanted: Fragment = sql`(
    select id from channels where organization_id = ${organizationId} and id = any (${channels as string[]})
  ) as wanted`;
  return { wanted, isWanted: sql`newest.channel_id = wanted.id`, count: Math.max(channels.length, 1) };
}

function conversationOf(sql: Queryable) {
  return sql`cross join lateral (
    select * from conversations as known
    where known.organization_id = newest.organization_id and known.id = newest.conversation_id
    limit 1
  ) as conversation`;
}
