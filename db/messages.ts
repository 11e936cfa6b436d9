import type { Sql } from "./client.ts";

/** One message of a batch to accept; field names as in db/functions/41_accept_messages.sql. */
export type AcceptInput = {
  n: number;
  organization_id: string;
  id: string;
  channel_id: string;
  conversation_id: string | null;
  address: string;
  type: string;
  /** JSON text. */
  content: string;
  metadata: string | null;
  scheduled_at: string | null;
  created_at: string;
  idempotency_key: string | null;
  fingerprint: string | null;
  /** The answer to give, kept for repetitions of the idempotency key. */
  response: string;
};

export type AcceptOutcome = {
  n: number;
  outcome: "accepted" | "replayed" | "key_reused" | "conversation_not_found";
  response: string | null;
};

/** Accepts a batch in one transaction and one round trip; durable when it returns. */
export async function acceptMessages(sql: Sql, batch: readonly AcceptInput[]): Promise<AcceptOutcome[]> {
  return await sql<
    AcceptOutcome[]
  >`select n, outcome, response from accept_messages(${JSON.stringify(batch)}::text::json)`;
}

export type MessageRow = {
  organization_id: string;
  id: string;
  channel_id: string;
  platform: string;
  conversation_id: string;
  contact_id: string | null;
  direction: "inbound" | "outbound";
  type: string;
  status: string;
  address: string | null;
  content: string;
  metadata: string | null;
  rendered_as: string | null;
  provider_message_id: string | null;
  error: string | null;
  pricing: string | null;
  attempts: number;
  status_history: { status: string; at: string }[];
  scheduled_at: Date | null;
  edited_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** A message of the organisation, or null. A message whose call is out shows as `sending`. */
export async function findMessage(sql: Sql, organizationId: string, id: string): Promise<MessageRow | null> {
  const [row] = await sql<MessageRow[]>`
    select message.*, channel.platform, ${statusNow(sql)} as status
    from messages as message
    join channels as channel on channel.organization_id = message.organization_id and channel.id = message.channel_id
    where message.organization_id = ${organizationId} and message.id = ${id}`;
  return row ?? null;
}

/** The record that a provider's message id belongs to on a channel, or null. */
export async function findMessageByProviderId(
  sql: Sql,
  organizationId: string,
  channelId: string,
  providerMessageId: string,
): Promise<MessageRow | null> {
  const [row] = await sql<{ message_id: string }[]>`
    select message_id from provider_messages
    where organization_id = ${organizationId} and channel_id = ${channelId}
      and provider_message_id = ${providerMessageId}`;
  return row === undefined ? null : await findMessage(sql, organizationId, row.message_id);
}

export type MessageFilter = {
  channelIds: readonly string[] | null;
  channelId?: string | undefined;
  conversationId?: string | undefined;
  contactId?: string | undefined;
  direction?: string | undefined;
  status?: string | undefined;
  type?: string | undefined;
  to?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
};

/** Messages of an organisation, newest first, older than `before` (a message id). */
export async function listMessages(
  sql: Sql,
  organizationId: string,
  filter: MessageFilter,
  before: string | null,
  limit: number,
): Promise<MessageRow[]> {
  const only = (column: string, value: string | undefined) =>
    value === undefined ? sql`` : sql`and message.${sql(column)} = ${value}`;
  return await sql<MessageRow[]>`
    select message.*, channel.platform, ${statusNow(sql)} as status
    from messages as message
    join channels as channel on channel.organization_id = message.organization_id and channel.id = message.channel_id
    where message.organization_id = ${organizationId}
      ${before === null ? sql`` : sql`and message.id < ${before}`}
      ${filter.channelIds === null ? sql`` : sql`and message.channel_id = any (${filter.channelIds as string[]})`}
      ${only("channel_id", filter.channelId)} ${only("conversation_id", filter.conversationId)}
      ${only("contact_id", filter.contactId)} ${only("direction", filter.direction)}
      ${only("type", filter.type)} ${only("status", filter.status)} ${only("address", filter.to)}
      ${filter.createdAfter === undefined ? sql`` : sql`and message.created_at >= ${filter.createdAfter} and message.id >= uuid_bound(${filter.createdAfter})`}
      ${filter.createdBefore === undefined ? sql`` : sql`and message.created_at < ${filter.createdBefore}`}
    order by message.id desc
    limit ${limit}`;
}

/** `sending` is not written to the message: it is known from the lane, for as long as the call is out. */
function statusNow(sql: Sql) {
  return sql`case when message.status in ('queued', 'scheduled') and exists (
    select from lane_items as item
    where item.organization_id = message.organization_id and item.kind = 'channel'
      and item.lane_id = message.channel_id and item.item_id = message.id::text and item.state = 'sending'
  ) then 'sending' else message.status end`;
}
