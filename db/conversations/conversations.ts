import type { Queryable, Sql } from "../connection/client.ts";
import type { Hold, LegalHold } from "./holds.ts";
import { unreadOf } from "./unread.ts";

export type ConversationRow = {
  id: string;
  channel_id: string;
  contact_id: string | null;
  status: string;
  assignee_id: string | null;
  team_id: string | null;
  tags: string[];
  /** Since when the person is blocked on the number, as it was asked for here. */
  blocked_at: Date | null;
  /** Since when it is archived. */
  archived_at: Date | null;
  legal_hold: LegalHold | null;
  last_inbound_at: Date | null;
  /** When the first message arrived that nobody has answered. */
  waiting_since: Date | null;
  /** Who holds it, and since when, where Meta ever said. */
  handled_by: "business" | "agent";
  handled_at: Date | null;
  held_by: Hold | null;
  snoozed_until: Date | null;
  /** Why messages to the contact are refused. */
  suppressed: string | null;
  /** Whether only broadcasts and programs have written in it. */
  contacted: boolean;
  created_at: Date;
  /** Of the row, not of its messages. */
  updated_at: Date;
  organization_id: string;
  platform: string;
  /** The business account of its channel; null of a paired number. */
  waba_id: string | null;
  /** The channel's setting of that name. */
  window_setting: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  /** The id of the group that the contact stands for. */
  group_id: string | null;
  /** Of the contact's messages, those that the reader has not read. */
  unread_count: number;
  /** The newest message; null when retention has dropped it. */
  message_id: string | null;
  message_direction: "inbound" | "outbound" | null;
  message_type: string | null;
  message_status: string | null;
  message_content: string | null;
  message_deleted_at: Date | null;
  message_created_at: Date | null;
};

/** Who reads: a user's id, or this for all API keys of an organisation together. */
export const KEYS = "keys";

/** A conversation, by its id or that of one merged into it, with its newest message as a reader sees it; or null. */
export async function findConversation(
  sql: Queryable,
  { organizationId, reader }: { organizationId: string; reader: string },
  id: string,
): Promise<ConversationRow | null> {
  const [row] = await sql<ConversationRow[]>`
    select ${shown(sql, reader)}
    from conversations as conversation
    ${besideConversation(sql)}
    left join lateral (${newestMessage(sql)}) as newest on true
    where conversation.organization_id = ${organizationId}
      and conversation.id = current_conversation(${organizationId}, ${id})`;
  return row ?? null;
}

/** Changes a conversation, with its event in the same transaction; false when there is none. */
export async function updateConversation(
  sql: Sql,
  organizationId: string,
  id: string,
  changes: {
    status?: string;
    assignee_id?: string | null;
    team_id?: string | null;
    snoozed_until?: string | null;
    /** The user or key that asks for it. */
    by: string;
  },
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select update_conversation(${organizationId}, ${id}, ${JSON.stringify(changes)}::text::json) as found`;
  return row?.found ?? false;
}

/** Notes that somebody has read a conversation, as far as a message or to its end; see db/conversations/read.sql. */
export async function readConversation(
  sql: Queryable,
  { organizationId, reader }: { organizationId: string; reader: string },
  id: string,
  last: string | null,
): Promise<void> {
  await sql`select read_conversation(${organizationId}, ${id}, ${reader}, ${last}::uuid)`;
}

/** Makes a conversation unread again for somebody; false when its contact has written nothing. */
export async function unreadConversation(
  sql: Queryable,
  { organizationId, reader }: { organizationId: string; reader: string },
  id: string,
): Promise<boolean> {
  const [row] = await sql<{ done: boolean }[]>`
    select unread_conversation(${organizationId}, ${id}, ${reader}) as done`;
  return row?.done ?? false;
}

/** Whether a conversation has a message. */
export async function hasMessage(
  sql: Queryable,
  organizationId: string,
  id: string,
  messageId: string,
): Promise<boolean> {
  const rows = await sql`
    select from messages
    where organization_id = ${organizationId} and id = ${messageId} and conversation_id = ${id}`;
  return rows.length > 0;
}

/** Whether the organisation has a user of this id. */
export async function isUser(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const rows = await sql`select from users where organization_id = ${organizationId} and id = ${id}`;
  return rows.length > 0;
}

/** The columns of a ConversationRow. */
export function shown(sql: Queryable, reader: string) {
  return sql`conversation.organization_id, conversation.id, conversation.channel_id, conversation.contact_id, conversation.status,
    conversation.assignee_id, conversation.team_id, conversation.last_inbound_at, conversation.waiting_since, conversation.snoozed_until, conversation.blocked_at, conversation.archived_at, conversation.legal_hold,
    coalesce(conversation.handled_by, 'business') as handled_by, conversation.handled_at,
    suppression_of(conversation.organization_id, conversation.contact_id, true) as suppressed,
    hold_shown(conversation) as held_by, ${isContacted(sql)} as contacted,
    conversation.created_at, conversation.updated_at,
    tags_of(conversation.organization_id, conversation.id) as tags,
    ${unreadOf(sql, reader)} as unread_count, contact.name as contact_name, contact.phone_number as contact_phone,
    groups.value as group_id,
    channel.platform, channel.waba_id, channel.window_setting, newest.id as message_id, newest.direction as message_direction, newest.type as message_type,
    newest.status as message_status, newest.content as message_content,
    newest.deleted_at as message_deleted_at, newest.created_at as message_created_at`;
}

/** Whether only broadcasts and programs have written in `conversation`: not the person, and no user. */
export function isContacted(sql: Queryable) {
  return sql`(conversation.contacted and conversation.last_inbound_on is null)`;
}

/** Its channel and contact. Lateral with a limit: looked up of each row that is shown, whatever the statistics say. */
export function besideConversation(sql: Queryable) {
  return sql`cross join lateral (
    select known.platform, known.waba_id, known.settings ->> 'service_window' as window_setting
    from channels as known
    where known.organization_id = conversation.organization_id and known.id = conversation.channel_id
    limit 1
  ) as channel
  left join lateral (
    select known.name, known.phone_number from contacts as known
    where known.organization_id = conversation.organization_id and known.id = conversation.contact_id
    limit 1
  ) as contact on true
  left join lateral (
    select known.value from contact_identities as known
    where known.organization_id = conversation.organization_id and known.contact_id = conversation.contact_id
      and known.type = 'group'
    limit 1
  ) as groups on true`;
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

/** Leaves out operations, which send the person nothing, and what happened without anybody writing. */
export function ofMessages(sql: Queryable) {
  return sql`not in (
    'mark_as_read', 'presence', 'edit_message', 'delete_message', 'message_status_query', 'message_media_download',
    'system'
  )`;
}
