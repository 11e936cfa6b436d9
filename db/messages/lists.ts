import type { Sql } from "../connection/client.ts";
import { between, edgeOf, edgeOfEach, type Fragment, SCATTERED } from "../lists/edges.ts";
import { type Walked, type WalkedList, walk } from "../lists/walk.ts";
import { besideMessage, isHeld, isSending, type MessageRow, messageColumns } from "./messages.ts";

export type MessageFilter = {
  /** The channels the caller may see; null is all. */
  channelIds: readonly string[] | null;
  channelId?: string | undefined;
  conversationId?: string | undefined;
  contactId?: string | undefined;
  direction?: string | undefined;
  status?: string | undefined;
  type?: string | undefined;
  to?: string | undefined;
  /** WhatsApp's own id of a person. */
  recipient?: string | undefined;
  broadcastId?: string | undefined;
  /** When it was recorded, which is what messages are listed by. */
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
};

type Query = { sql: Sql; organizationId: string; filter: MessageFilter };

/** The types that have no index, since most messages are of these; see db/schema/tables/messages/messages.sql. */
const USUAL_TYPES = ["text", "template", "buttons", "mark_as_read", "presence"];

/** Messages of an organisation, newest first, older than `before` (a message id), as far as they were looked through. */
export async function listMessages(
  sql: Sql,
  organizationId: string,
  filter: MessageFilter,
  before: string | null,
  limit: number,
): Promise<Walked<MessageRow>> {
  return await walk(await narrowest({ sql, organizationId, filter }), before, limit);
}

/** The rows to search: the smallest set that has all matching messages. */
async function narrowest(query: Query): Promise<WalkedList<MessageRow>> {
  const { sql, filter } = query;
  const { conversationId, contactId, to, recipient, broadcastId, status, type, channelId, channelIds } =
    filter;
  if (broadcastId !== undefined) return ofOrganization(query, sql`and message.broadcast_id = ${broadcastId}`);
  if (conversationId !== undefined) return ofEach(query, CONVERSATIONS, [conversationId]);
  if (contactId !== undefined || to !== undefined || recipient !== undefined)
    return ofEach(query, CONVERSATIONS, await conversationsWith(query));
  if (status === "queued" || status === "scheduled" || status === "sending") return waiting(query);
  if (status === "failed") return ofOrganization(query, sql`and message.error is not null`);
  if (type !== undefined && !USUAL_TYPES.includes(type))
    return ofOrganization(query, sql`and message.type = ${type} and ${unusual(query)}`);
  const channels = channelId === undefined ? channelIds : [channelId];
  return channels === null ? ofOrganization(query, sql``) : ofEach(query, CHANNELS, channels);
}

/** Written out as the index has it: the planner can't know it of a parameter. */
function unusual({ sql }: Query): Fragment {
  return sql`message.type not in ('text', 'template', 'buttons', 'mark_as_read', 'presence')`;
}

/** All messages of the organisation, or those that a condition with an index leaves. */
function ofOrganization(query: Query, only: Fragment): WalkedList<MessageRow> {
  const { sql, organizationId } = query;
  const within = (from: string | null, to: string | null): Fragment => sql`
    from messages as message
    where message.organization_id = ${organizationId} ${only} ${placed(query, from, to)}`;
  return {
    edge: (from, places) => edgeOf(sql, sql`message.id`, within(from, null), places),
    read: (from, to, limit) =>
      shown(
        query,
        sql`select message.* ${within(from, to)} ${matching(query)} order by message.id desc limit ${limit}`,
      ),
  };
}

/**
 * The messages of some conversations or channels: an equal share of what is looked through is each one's. Each is known
 * to be the organisation's, so that its messages are found by nothing but the index that has them in order.
 */
function ofEach(
  query: Query,
  { table, column }: { table: "conversations" | "channels"; column: "conversation_id" | "channel_id" },
  ids: readonly string[],
): WalkedList<MessageRow> {
  const { sql, organizationId } = query;
  const wanted: Fragment = sql`(
    select id from ${sql(table)} where organization_id = ${organizationId} and id = any (${ids as string[]}::text[])
  ) as wanted`;
  const within = (from: string | null, to: string | null): Fragment => sql`
    from messages as message
    where message.${sql(column)} = wanted.id ${placed(query, from, to)}`;
  const share = (places: number) => places / SCATTERED / Math.max(ids.length, 1);
  return {
    edge: (from, places) => edgeOfEach(sql, wanted, sql`message.id`, within(from, null), share(places)),
    read: (from, to, limit) =>
      shown(
        query,
        sql`
          select newest.* from ${wanted}
          cross join lateral (
            select message.* ${within(from, to)} ${matching(query)} order by message.id desc limit ${limit}
          ) as newest
          order by newest.id desc limit ${limit}`,
      ),
  };
}

const CONVERSATIONS = { table: "conversations", column: "conversation_id" } as const;
const CHANNELS = { table: "channels", column: "channel_id" } as const;

/** Messages that wait to be sent, or are being sent: each has an item in a lane, and most have none. */
function waiting(query: Query): WalkedList<MessageRow> {
  const { sql, organizationId, filter } = query;
  const { createdAfter, createdBefore, status } = filter;
  const within = (from: string | null, to: string | null): Fragment => sql`
    where item.organization_id = ${organizationId} and item.kind = 'channel'
      ${between(sql, sql`item.item_id`, from ?? BEHIND_MESSAGES, to)}
      ${createdAfter === undefined ? sql`` : sql`and item.item_id >= uuid_bound(${createdAfter})::text`}
      ${createdBefore === undefined ? sql`` : sql`and item.item_id < uuid_bound(${createdBefore})::text`}`;
  return {
    edge: (from, places) =>
      edgeOf(sql, sql`item.item_id`, sql`from lane_items as item ${within(from, null)}`, places / SCATTERED),
    read: (from, to, limit) =>
      shown(
        query,
        sql`
          select message.* from lane_items as item
          -- lateral with a limit: always a look-up by key, whatever the statistics say
          cross join lateral (
            select * from messages as message
            where message.organization_id = ${organizationId} and message.id = item.item_id::uuid ${matching(query)}
            limit 1
          ) as message
          ${within(from, to)} ${status === "sending" ? sql`and item.state = 'sending'` : sql``}
          order by item.item_id desc limit ${limit}`,
      ),
  };
}

/** Behind the ids of all messages (until the year 4199), and before those of everything else that waits. */
const BEHIND_MESSAGES = "1";

async function shown({ sql }: Query, found: Fragment): Promise<MessageRow[]> {
  return await sql<MessageRow[]>`
    select ${messageColumns(sql)}
    from (${found}) as message
    ${besideMessage(sql)}
    order by message.id desc`;
}

/** Those between two places, and of the times that are wanted: all are bounds of the ids, which prune partitions. */
function placed({ sql, filter }: Query, from: string | null, to: string | null): Fragment {
  const { createdAfter, createdBefore } = filter;
  return sql`
    ${between(sql, sql`message.id`, from, to)}
    ${createdAfter === undefined ? sql`` : sql`and message.id >= uuid_bound(${createdAfter})`}
    ${createdBefore === undefined ? sql`` : sql`and message.id < uuid_bound(${createdBefore})`}`;
}

function matching(query: Query): Fragment {
  const { sql, filter } = query;
  const { channelIds, status } = filter;
  const only = (column: string, value: string | undefined) =>
    value === undefined ? sql`` : sql`and message.${sql(column)} = ${value}`;
  return sql`
    ${channelIds === null ? sql`` : sql`and message.channel_id = any (${channelIds as string[]})`}
    ${only("channel_id", filter.channelId)} ${only("contact_id", filter.contactId)}
    ${only("direction", filter.direction)} ${only("type", filter.type)} ${only("address", filter.to)}
    ${only("user_id", filter.recipient)} ${filter.broadcastId === undefined ? sql`` : only("conversation_id", filter.conversationId)}
    ${status === undefined ? sql`` : statusIs(query, status)}`;
}

/** Messages of one shown status. */
function statusIs({ sql }: Query, status: string): Fragment {
  if (status === "sending") return sql`and ${isSending(sql)}`;
  if (status === "queued")
    return sql`and message.status = 'queued' and not ${isSending(sql)} and not ${isHeld(sql)}`;
  if (status === "scheduled")
    return sql`and (message.status = 'scheduled' and not ${isSending(sql)} or ${isHeld(sql)})`;
  return sql`and message.status = ${status} and not ${isSending(sql)}`;
}

/** The conversations with a contact, a number or a user id. */
async function conversationsWith({ sql, organizationId, filter }: Query): Promise<string[]> {
  const { contactId } = filter;
  const to = filter.to ?? null;
  const recipient = filter.recipient ?? null;
  const rows = await sql<{ id: string }[]>`
    select id from conversations
    where organization_id = ${organizationId}
      ${contactId === undefined ? sql`` : sql`and contact_id = ${contactId}`}
      ${
        to === null && recipient === null
          ? sql``
          : sql`and contact_id = (
              select contact_id from contact_identities
              where organization_id = ${organizationId} and source = ''
                and type = identity_type_of(${to}, ${recipient}) and value = identity_value_of(${to}, ${recipient})
            )`
      }`;
  return rows.map((row) => row.id);
}
