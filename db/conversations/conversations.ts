import type { Queryable, Sql } from "../connection/client.ts";

export type ConversationRow = {
  id: string;
  channel_id: string;
  contact_id: string | null;
  status: string;
  assignee_id: string | null;
  tags: string[];
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

/** A conversation with its newest message, or null. */
export async function findConversation(
  sql: Queryable,
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

/** The columns of a ConversationRow. */
export function shown(sql: Queryable) {
  return sql`conversation.id, conversation.channel_id, conversation.contact_id, conversation.status,
    conversation.assignee_id, conversation.last_inbound_at, conversation.created_at, conversation.updated_at,
    tags_of(conversation.organization_id, conversation.id) as tags,
    channel.platform, newest.id as message_id, newest.direction as message_direction, newest.type as message_type,
    newest.status as message_status, newest.content as message_content, newest.created_at as message_created_at`;
}

/** Its channel's platform. Lateral with a limit: looked up of each row that is shown, whatever the statistics say. */
export function channelOf(sql: Queryable) {
  return sql`cross join lateral (
    select known.platform from channels as known
    where known.organization_id = conversation.organization_id and known.id = conversation.channel_id
    limit 1
  ) as channel`;
}

/** The newest message of `conversation`. */
export function newestMessage(sql: Queryable) {
  return sql`
    select message.* from messages as message
    where message.organization_id = conversation.organization_id and message.conversation_id = conversation.id
      and message.type ${ofMessages(sql)}
    order by message.id desc
    limit 1`;
}

/** Leaves out the types of operations: they send the person nothing that a conversation could show. */
export function ofMessages(sql: Queryable) {
  return sql`not in (
    'mark_as_read', 'presence', 'edit_message', 'delete_message', 'message_status_query', 'message_media_download'
  )`;
}
