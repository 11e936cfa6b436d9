import type { Sql } from "../connection/client.ts";
import { between, edgeOfEach, type Fragment } from "../lists/edges.ts";
import { type Walked, type WalkedList, walk } from "../lists/walk.ts";
import { type ConversationRow, channelOf, newestMessage, ofMessages, shown } from "./conversations.ts";

export type ConversationFilter = {
  /** The channels the caller may see; null is all. */
  channelIds: readonly string[] | null;
  channelId?: string | undefined;
  contactId?: string | undefined;
  status?: string | undefined;
  assigneeId?: string | undefined;
  tag?: string | undefined;
  updatedAfter?: Date | undefined;
};

type Query = { sql: Sql; organizationId: string; filter: ConversationFilter };

/** So few that the newest message of each can be looked up for one page. */
const FEW = 200;
/** Times fewer messages are looked through, since it is asked of each whether its conversation has a newer one. */
const ASKED = 5;

/**
 * Conversations that have messages, the one with the newest message first, as far as they were looked through;
 * `before` is the id of such a message. Nothing is written to a conversation when a message is accepted, so its
 * activity is read from its newest message.
 */
export async function listConversations(
  sql: Sql,
  organizationId: string,
  filter: ConversationFilter,
  before: string | null,
  limit: number,
): Promise<Walked<ConversationRow>> {
  const query = { sql, organizationId, filter };
  const few = await narrowed(query);
  if (few !== null) return { rows: await ofConversations(query, few, before, limit), end: null };
  if (filter.updatedAfter !== undefined) return await updated(query, filter.updatedAfter, before, limit);
  return await walk(walkMessages(query, null), before, limit);
}

/** The conversations that one of the conditions leaves, when it leaves few; null when all leave many. */
async function narrowed({ sql, organizationId, filter }: Query): Promise<string[] | null> {
  const { contactId, assigneeId, status, tag, channelId, channelIds } = filter;
  const channels = channelId === undefined ? channelIds : [channelId];
  const conditions = [
    contactId === undefined ? null : sql`contact_id = ${contactId}`,
    assigneeId === undefined ? null : sql`assignee_id = ${assigneeId}`,
    tag === undefined
      ? null
      : sql`id in (
          select conversation_id from conversation_tags
          where organization_id = ${organizationId} and name = ${tag} limit ${FEW + 1}
        )`,
    // written out: of a parameter, the planner knows neither that the index has it nor how many there are
    status === "closed" ? sql`status = 'closed'` : null,
    status === "snoozed" ? sql`status = 'snoozed'` : null,
    channels === null ? null : sql`channel_id = any (${channels as string[]})`,
  ];
  for (const condition of conditions) {
    if (condition === null) continue;
    const rows = await sql<{ id: string }[]>`
      select id from conversations where organization_id = ${organizationId} and ${condition} limit ${FEW + 1}`;
    if (rows.length <= FEW) return rows.map(({ id }) => id);
  }
  return null;
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
  const { sql, organizationId } = query;
  return await sql<ConversationRow[]>`
    select ${shown(sql)}
    from conversations as conversation
    ${channelOf(sql)}
    cross join lateral (${newestMessage(sql)}) as newest
    where conversation.organization_id = ${organizationId} and conversation.id = any (${ids as string[]})
      ${matching(query)} ${before === null ? sql`` : sql`and newest.id < ${before}`}
    order by newest.id desc
    limit ${limit}`;
}

/** Walks the messages from the newest back to a bound, and takes each conversation where its newest message is. */
function walkMessages(query: Query, bound: string | null): WalkedList<ConversationRow> {
  const { sql } = query;
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
        places / ASKED / count,
      ),
    read: async (from, to, limit) =>
      await sql<ConversationRow[]>`
        select ${shown(sql)} from ${wanted}
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
        ${channelOf(sql)}
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

function conversationOf(sql: Sql) {
  return sql`cross join lateral (
    select * from conversations as known
    where known.organization_id = newest.organization_id and known.id = newest.conversation_id
    limit 1
  ) as conversation`;
}

function matching({ sql, organizationId, filter }: Query): Fragment {
  const { channelIds, channelId, contactId, status, assigneeId, tag, updatedAfter } = filter;
  return sql`
    ${channelIds === null ? sql`` : sql`and conversation.channel_id = any (${channelIds as string[]})`}
    ${channelId === undefined ? sql`` : sql`and conversation.channel_id = ${channelId}`}
    ${contactId === undefined ? sql`` : sql`and conversation.contact_id = ${contactId}`}
    ${status === undefined ? sql`` : sql`and conversation.status = ${status}`}
    ${assigneeId === undefined ? sql`` : sql`and conversation.assignee_id = ${assigneeId}`}
    ${
      tag === undefined
        ? sql``
        : sql`and exists (
            select from conversation_tags as known
            where known.organization_id = ${organizationId} and known.name = ${tag}
              and known.conversation_id = conversation.id
          )`
    }
    ${updatedAfter === undefined ? sql`` : sql`and greatest(conversation.updated_at, newest.created_at) > ${updatedAfter}`}`;
}
