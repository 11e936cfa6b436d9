import { actorName } from "../auth/names.ts";
import type { Queryable, Sql } from "../connection/client.ts";
import { type MessageCost, NO_CURRENCY } from "../costs/message-price.ts";
import { attemptColumns, attemptsOf } from "./attempts.ts";
import type { StatusEntry } from "./status-entry.ts";

/** Cancels a waiting message; false when it is too late. */
export async function cancelMessage(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const [row] = await sql<{ cancelled: boolean }[]>`
    select cancel_message(${organizationId}, ${id}) as cancelled`;
  return row?.cancelled ?? false;
}

export type MessageRow = {
  organization_id: string;
  id: string;
  channel_id: string;
  platform: string;
  /** The business account of its channel; null of a paired number. */
  waba_id: string | null;
  /** Its channel's number (E.164) when it was written; of one that waits, now. */
  channel_number: string | null;
  conversation_id: string;
  contact_id: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  direction: "inbound" | "outbound";
  type: string;
  status: string;
  address: string | null;
  /** WhatsApp's own id: of a recipient without a number, of a writer, of a group. */
  user_id: string | null;
  /** Who wrote in a group: address, contact and number. */
  participant: string | null;
  participant_contact_id: string | null;
  participant_name: string | null;
  participant_phone: string | null;
  /** Who has it sent: the id of a user or an API key, or a word of what is sent by itself; null where that is not known. */
  author: string | null;
  /** What that user, key or the broadcast that it is of is called; null where it is gone. */
  author_name: string | null;
  content: string;
  metadata: string | null;
  rendered_as: string | null;
  /** JSON text of what an operation found out. */
  result: string | null;
  provider_message_id: string | null;
  /** Why it failed; of a message that waits, why its last attempt did. */
  error: string | null;
  pricing: string | null;
  /** What it costs; null where that is not known, as without a rate card. */
  cost: MessageCost | null;
  attempts: number;
  /** Whether it was called again after a call whose outcome nobody knew: two copies may have arrived. */
  possible_duplicate: boolean;
  /** Of a message that waits after an attempt. */
  next_attempt_at: Date | null;
  /** Why a message that waits is held, and until when; null where it is not. */
  held_reason: string | null;
  held_until: Date | null;
  status_history: StatusEntry[];
  scheduled_at: Date | null;
  /** Null: 24 hours after it is due. */
  expires_at: Date | null;
  /** 0 is high, 2 low; null: normal. */
  priority: number | null;
  broadcast_id: string | null;
  /** Where it was copied from, of one that Waypost did not carry; a past source. */
  imported_from: string | null;
  /** At Meta, which it is to be sent with, or was; null where none was named. */
  messaging_account_id: string | null;
  /** JSON text of what it was before, oldest first; null when it was never edited. */
  edits: string | null;
  edited_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** A message of the organisation, or null. A message whose call is out shows as `sending`. */
export async function findMessage(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<MessageRow | null> {
  const [row] = await sql<MessageRow[]>`
    select ${messageColumns(sql)} from message_by_id(${organizationId}, ${id}) as message ${besideMessage(sql)}`;
  return row ?? null;
}

/** Those of some messages of the organisation that there are, in no order. */
export async function findMessages(
  sql: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<MessageRow[]> {
  return await sql<MessageRow[]>`
    select ${messageColumns(sql)}
    from unnest(${ids as string[]}::uuid[]) as wanted (id)
    cross join lateral message_by_id(${organizationId}, wanted.id) as message ${besideMessage(sql)}`;
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

/** The provider's id of a message of the channel; null when there is none, or when it was not sent. */
export async function findProviderMessageId(
  sql: Queryable,
  organizationId: string,
  channelId: string,
  id: string,
): Promise<string | null> {
  const [row] = await sql<{ provider_message_id: string | null }[]>`
    select provider_message_id from messages
    where organization_id = ${organizationId} and id = ${id} and channel_id = ${channelId}`;
  return row?.provider_message_id ?? null;
}

/** When the last of some messages goes out, of those of a channel that are still scheduled; null when none is. */
export async function lastScheduled(
  sql: Queryable,
  organizationId: string,
  channelId: string,
  ids: readonly string[],
): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select max(scheduled_at) as at from messages
    where organization_id = ${organizationId} and id = any (${ids as string[]}::uuid[]) and channel_id = ${channelId}
      and status = 'scheduled'`;
  return row?.at ?? null;
}

/** The columns of a MessageRow. */
export function messageColumns(sql: Queryable) {
  return sql`message.*, channel.platform, channel.waba_id,
    coalesce(${earlierNumber(sql)}, channel.phone_number) as channel_number, contact.name as contact_name,
    contact.phone_number as contact_phone, writer.id as participant_contact_id,
    writer.name as participant_name, writer.phone_number as participant_phone,
    ${authorName(sql)} as author_name, ${costNow(sql)} as cost, ${statusNow(sql)} as status, ${attemptColumns(sql)},
    coalesce(doubted.possible_duplicate, false) as possible_duplicate`;
}

/** Its channel, contact, writer in a group and attempts. Lateral with a limit: looked up of each row that is shown, whatever the statistics say. */
export function besideMessage(sql: Queryable) {
  return sql`cross join lateral (
    select known.platform, known.waba_id, known.phone_number, known.number_since from channels as known
    where known.organization_id = message.organization_id and known.id = message.channel_id
    limit 1
  ) as channel
  left join lateral (
    select known.name, known.phone_number from contacts as known
    where known.organization_id = message.organization_id and known.id = message.contact_id
    limit 1
  ) as contact on true
  left join lateral (
    select known.id, known.name, known.phone_number from contacts as known
    where known.organization_id = message.organization_id
      and known.id = participant_contact(message.organization_id, message.participant)
    limit 1
  ) as writer on message.participant is not null
  left join lateral (
    select true as possible_duplicate from message_attempts as repeated
    where repeated.organization_id = message.organization_id and repeated.message_id = message.id
      and repeated.possible_duplicate
    limit 1
  ) as doubted on message.direction = 'outbound'
  left join lateral (
    -- of a group one for each of its people
    select min(known.state) as state, sum(known.amount) as amount, min(known.currency) as currency,
      min(known.category) as category, min(known.type) as type, min(known.basis) as basis,
      case when count(distinct known.country) = 1 then min(known.country) else '' end as country
    from message_costs as known
    where known.organization_id = message.organization_id and known.message_id = message.id
      and known.currency <> ${NO_CURRENCY}
    having count(*) > 0
  ) as charged on message.direction = 'outbound'
  ${attemptsOf(sql)}`;
}

/** What was charged; until then, what is expected. One that failed or was cancelled costs nothing. */
function costNow(sql: Queryable) {
  return sql`case
    when charged.state is not null then jsonb_build_object(
      'amount', charged.amount, 'currency', charged.currency, 'state', charged.state, 'category', charged.category,
      'type', charged.type, 'country', nullif(charged.country, ''), 'basis', charged.basis
    )
    when message.status in ('failed', 'cancelled') then shown_expected(message.cost) || '{"amount": 0, "state": "refunded"}'
    else shown_expected(message.cost)
  end`;
}

/** What the broadcast is called that it is of, or who has it sent. */
function authorName(sql: Queryable) {
  return sql`case
    when message.broadcast_id is not null then (
      select known.name from broadcasts as known
      where known.organization_id = message.organization_id and known.id = message.broadcast_id
    )
    else ${actorName(sql, sql`message.organization_id`, sql`message.author`)}
  end`;
}

/** The number that its channel had when it was written, if that is another one now. */
function earlierNumber(sql: Queryable) {
  // of most channels there is none to look for
  return sql`case when channel.number_since is not null then number_at(
    message.organization_id, message.channel_id,
    written_at(message.direction, message.id, message.status, message.status_history, message.updated_at)
  ) end`;
}

/**
 * `sending` is not written to the message: it is known from the lane, for as long as the call is out. Nor is it written
 * that a message is held, which shows as `scheduled`.
 */
function statusNow(sql: Queryable) {
  return sql`case when ${isSending(sql)} then 'sending' when ${isHeld(sql)} then 'scheduled' else message.status end`;
}

/** Whether a message that was to go at once is held back; see db/channels/restrictions.sql. */
export function isHeld(sql: Queryable) {
  // no `exists`: of all that waits, Postgres would make a table to look it up in
  return sql`(message.status = 'queued' and (
    select item.held_reason from lane_items as item
    where item.organization_id = message.organization_id and item.kind = 'channel'
      and item.lane_id = message.channel_id and item.item_id = message.id::text
  ) is not null)`;
}

/** Whether the call of a message is out. */
export function isSending(sql: Queryable) {
  return sql`(message.status in ('queued', 'scheduled') and exists (
    select from lane_items as item
    where item.organization_id = message.organization_id and item.kind = 'channel'
      and item.lane_id = message.channel_id and item.item_id = message.id::text and item.state = 'sending'
  ))`;
}
