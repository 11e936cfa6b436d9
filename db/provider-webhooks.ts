import type { Queryable, Sql, Transaction } from "./client.ts";

/** Stores calls of providers and wakes their processing, in one transaction and one round trip. */
export async function storeWebhooks(sql: Sql, provider: string, bodies: readonly string[]): Promise<void> {
  await sql`
    with stored as (
      insert into provider_webhooks (provider, body)
      select ${provider}, body from json_array_elements_text(${JSON.stringify(bodies)}::text::json) as body
      returning id
    )
    select graphile_worker.add_job('inbound', job_key => 'inbound', max_attempts => 1000)
    from (select count(*) from stored) as counted`;
}

export type StoredWebhook = { id: number; provider: string; body: string };

/**
 * Takes the oldest unprocessed calls in a transaction of its own, hands them
 * to `process` and removes them when that succeeds. One daemon at a time does
 * it, so that messages keep the order in which they came. Returns how many it
 * took; 0 also when another daemon is at it.
 */
export async function processWebhooks(
  sql: Sql,
  limit: number,
  process: (transaction: Transaction, webhooks: readonly StoredWebhook[]) => Promise<void>,
): Promise<number> {
  return await sql.begin(async (transaction) => {
    const [lock] = await transaction<{ free: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtext('waypost.inbound')) as free`;
    if (lock?.free !== true) return 0;
    const webhooks = await transaction<StoredWebhook[]>`
      select id, provider, body from provider_webhooks where error is null order by id limit ${limit}`;
    if (webhooks.length === 0) return 0;
    await process(transaction, webhooks);
    await transaction`delete from provider_webhooks where id = any (${webhooks.map((webhook) => webhook.id)}::bigint[])`;
    return webhooks.length;
  });
}

/** Puts several calls in the place of one, behind those that wait. */
export async function splitWebhook(
  sql: Sql,
  { id, provider }: Pick<StoredWebhook, "id" | "provider">,
  bodies: readonly string[],
): Promise<void> {
  await sql`
    with gone as (delete from provider_webhooks where id = ${id} returning id)
    insert into provider_webhooks (provider, body)
    select ${provider}, part.body
    from gone, json_array_elements_text(${JSON.stringify(bodies)}::text::json) with ordinality as part (body, place)
    order by part.place`;
}

/** Keeps a call that could not be processed, with the reason, out of the way of the others. */
export async function setWebhookAside(sql: Sql, id: number, reason: string): Promise<void> {
  await sql`update provider_webhooks set error = ${reason} where id = ${id}`;
}

type ChannelKey = { organizationId: string; channelId: string };

/** One status as db/functions/60_apply_statuses.sql takes it. */
export type StatusInput = {
  message_id: string | null;
  provider_message_id: string;
  status: string;
  at: Date;
  error: string | null;
  pricing: string | null;
};

/** Applies statuses to the messages of a channel; returns how many named none of its messages. */
export async function applyStatuses(
  sql: Queryable,
  channel: ChannelKey,
  statuses: readonly StatusInput[],
): Promise<number> {
  const [row] = await sql<{ unknown: number }[]>`
    select apply_statuses(${channel.organizationId}, ${channel.channelId}, ${JSON.stringify(statuses)}::text::json) as unknown`;
  return row?.unknown ?? 0;
}

/** One message as db/functions/61_receive_messages.sql takes it. */
export type ReceivedInput = {
  id: string;
  provider_message_id: string;
  direction: string;
  identity_type: string;
  identity_value: string;
  other_type: string | null;
  other_value: string | null;
  name: string | null;
  from_phone: string | null;
  type: string;
  content: string;
  /** JSON text of the files that came with it; see db/functions/65_media.sql. */
  media: string | null;
  /** JSON text of the order that it places; see db/functions/64_create_orders.sql. */
  ordered: string | null;
  /** JSON text of what it asks for; see db/functions/69_opt_outs.sql. */
  opt_out: string | null;
  at: Date;
};

/** Records messages that came in on a channel; returns how many were new. */
export async function receiveMessages(
  sql: Queryable,
  channel: ChannelKey,
  messages: readonly ReceivedInput[],
): Promise<number> {
  const [row] = await sql<{ fresh: number }[]>`
    select receive_messages(${channel.organizationId}, ${channel.channelId}, ${JSON.stringify(messages)}::text::json) as fresh`;
  return row?.fresh ?? 0;
}

export type FoundMessage = {
  id: string;
  content: string;
  direction: "inbound" | "outbound";
  contact_id: string | null;
};

/** The contact that an identity belongs to; null when it is nobody's. */
export async function contactOf(
  sql: Queryable,
  organizationId: string,
  { type, value }: Identity,
): Promise<string | null> {
  const [row] = await sql<{ contact: string | null }[]>`
    select contact_of(${organizationId}, ${type}, ${value}) as contact`;
  return row?.contact ?? null;
}

/** The message of a channel that has the provider's id, whichever direction it went; null when there is none. */
export async function findMessageOfProvider(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  providerMessageId: string,
): Promise<FoundMessage | null> {
  const [row] = await sql<FoundMessage[]>`
    select message.id, message.content, message.direction, message.contact_id
    from provider_messages as named
    cross join lateral (
      select known.id, known.content, known.direction, known.contact_id from messages as known
      where known.organization_id = named.organization_id and known.id = named.message_id
      limit 1
    ) as message
    where named.organization_id = ${organizationId} and named.channel_id = ${channelId}
      and named.provider_message_id = ${providerMessageId}`;
  return row ?? null;
}

/** Gives a message its edited content, or marks it as taken back (content null), once a call. */
export async function reviseMessage(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  revision: { providerMessageId: string; messageId: string; content: string | null; at: Date },
): Promise<void> {
  await sql`
    select revise_message(${organizationId}, ${channelId}, ${revision.providerMessageId}, ${revision.messageId},
      ${revision.content}, ${revision.at})`;
}

type Identity = { type: string; value: string };

/** Gives the contact of one of `from` the identities `to`, once a call; see db/functions/62_identities.sql. */
export async function moveIdentities(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  move: { providerMessageId: string; remembered: string; from: readonly Identity[]; to: readonly Identity[] },
): Promise<void> {
  await sql`
    select move_identities(${organizationId}, ${channelId}, ${move.providerMessageId}, ${move.remembered},
      ${JSON.stringify(move.from)}::text::json, ${JSON.stringify(move.to)}::text::json)`;
}
