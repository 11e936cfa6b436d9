import type { Queryable, Sql } from "./client.ts";

export type ConversationRow = {
  id: string;
  channel_id: string;
  contact_id: string | null;
  status: string;
  assignee_id: string | null;
  last_inbound_at: Date | null;
  created_at: Date;
  /** Of the row, not of its messages. */
  updated_at: Date;
  platform: string;
  /** The newest message; null when retention has dropped it. */
  message_id: string | null;
  message_direction: "inbound" | "outbound" | null;
  message_type: string | null;
  message_status: string | null;
  message_content: string | null;
  message_created_at: Date | null;
};

export type ConversationFilter = {
  /** The channels the caller may see; null is all. */
  channelIds: readonly string[] | null;
  channelId?: string | undefined;
  contactId?: string | undefined;
  status?: string | undefined;
  assigneeId?: string | undefined;
  updatedAfter?: Date | undefined;
};

/** A conversation with its newest message, or null. */
export async function findConversation(
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<ConversationRow | null> {
  const [row] = await sql<ConversationRow[]>`
    select ${shown(sql)}
    from conversations as conversation
    ${channelOf(sql)}
    left join lateral (${newestMessage(sql)}) as newest on true
    where conversation.organization_id = ${organizationId} and conversation.id = ${id}`;
  return row ?? null;
}

/**
 * Conversations that have messages, the one with the newest message first;
 * `before` is the id of such a message. Nothing is written to a conversation
 * when a message is accepted, so its activity is read from its newest message.
 */
export async function listConversations(
  sql: Sql,
  organizationId: string,
  filter: ConversationFilter,
  before: string | null,
  limit: number,
): Promise<ConversationRow[]> {
  return isNarrow(filter)
    ? await ofConversations(sql, organizationId, filter, before, limit)
    : await ofMessages(sql, organizationId, filter, before, limit);
}

/** Changes a conversation and tells of it in the same transaction; false when there is none. */
export async function updateConversation(
  sql: Sql,
  organizationId: string,
  id: string,
  changes: { status?: string; assignee_id?: string | null },
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select update_conversation(${organizationId}, ${id}, ${JSON.stringify(changes)}::text::json) as found`;
  return row?.found ?? false;
}

/** Whether the organisation has a user of this id. */
export async function isUser(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const rows = await sql`select from users where organization_id = ${organizationId} and id = ${id}`;
  return rows.length > 0;
}

/** Whether a filter leaves so few conversations that each can be looked at. */
function isNarrow({ contactId, assigneeId, status, updatedAfter }: ConversationFilter): boolean {
  return (
    contactId !== undefined || assigneeId !== undefined || status === "snoozed" || updatedAfter !== undefined
  );
}

/** Finds the conversations by their own indexes, then the newest message of each. */
async function ofConversations(
  sql: Sql,
  organizationId: string,
  filter: ConversationFilter,
  before: string | null,
  limit: number,
): Promise<ConversationRow[]> {
  const { channelId, updatedAfter } = filter;
  return await sql<ConversationRow[]>`
    select ${shown(sql)}
    from conversations as conversation
    ${channelOf(sql)}
    cross join lateral (${newestMessage(sql)}) as newest
    where conversation.organization_id = ${organizationId} ${matching(sql, filter)}
      ${channelId === undefined ? sql`` : sql`and conversation.channel_id = ${channelId}`}
      ${updatedAfter === undefined ? sql`` : sql`and greatest(conversation.updated_at, newest.created_at) > ${updatedAfter}`}
      ${before === null ? sql`` : sql`and newest.id < ${before}`}
    order by newest.id desc
    limit ${limit}`;
}

/** Walks the messages from the newest back, and takes each conversation where its newest message is. */
async function ofMessages(
  sql: Sql,
  organizationId: string,
  filter: ConversationFilter,
  before: string | null,
  limit: number,
): Promise<ConversationRow[]> {
  const { channelId } = filter;
  return await sql<ConversationRow[]>`
    select ${shown(sql)}
    from messages as newest
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    left join lateral (
      select true as found from messages as newer
      where newer.conversation_id = newest.conversation_id and newer.id > newest.id
        and newer.organization_id = newest.organization_id
      limit 1
    ) as newer on true
    cross join lateral (
      select * from conversations as known
      where known.organization_id = newest.organization_id and known.id = newest.conversation_id
      limit 1
    ) as conversation
    ${channelOf(sql)}
    where newest.organization_id = ${organizationId} and newer.found is null ${matching(sql, filter)}
      ${channelId === undefined ? sql`` : sql`and newest.channel_id = ${channelId}`}
      ${before === null ? sql`` : sql`and newest.id < ${before}`}
    order by newest.id desc
    limit ${limit}`;
}

function matching(sql: Sql, { channelIds, contactId, status, assigneeId }: ConversationFilter) {
  return sql`
    ${channelIds === null ? sql`` : sql`and conversation.channel_id = any (${channelIds as string[]})`}
    ${contactId === undefined ? sql`` : sql`and conversation.contact_id = ${contactId}`}
    ${status === undefined ? sql`` : sql`and conversation.status = ${status}`}
    ${assigneeId === undefined ? sql`` : sql`and conversation.assignee_id = ${assigneeId}`}`;
}

function shown(sql: Sql) {
  return sql`conversation.id, conversation.channel_id, conversation.contact_id, conversation.status,
    conversation.assignee_id, conversation.last_inbound_at, conversation.created_at, conversation.updated_at,
    channel.platform, newest.id as message_id, newest.direction as message_direction, newest.type as message_type,
    newest.status as message_status, newest.content as message_content, newest.created_at as message_created_at`;
}

function channelOf(sql: Sql) {
  return sql`cross join lateral (
    select known.platform from channels as known
    where known.organization_id = conversation.organization_id and known.id = conversation.channel_id
    limit 1
  ) as channel`;
}

function newestMessage(sql: Sql) {
  return sql`
    select message.* from messages as message
    where message.organization_id = conversation.organization_id and message.conversation_id = conversation.id
    order by message.id desc
    limit 1`;
}
