import type { Queryable } from "../connection/client.ts";

type ChannelKey = { organizationId: string; channelId: string };

/** One message that is about to be sent; see db/whatsapp-web/sends.sql. */
export type SendInput = {
  organization_id: string;
  channel_id: string;
  message_id: string;
  provider_message_id: string;
  /** Digits of the recipient; null for an operation. */
  address: string | null;
  remote_jid: string;
  sealed: string;
  rendered_as: string | null;
  reply: string | null;
  /** JSON text. */
  choices: string | null;
};

/** Writes messages down before they are sent. */
export async function rememberSends(sql: Queryable, sends: readonly SendInput[]): Promise<void> {
  await sql`select remember_sends(${JSON.stringify(sends)}::text::json)`;
}

/** A message as WhatsApp has it, sealed. */
export type WhatsAppWebMessageRow = {
  provider_message_id: string;
  remote_jid: string;
  from_me: boolean;
  sealed: string;
};

/** A message that is kept, since when, and who wrote it in a group. */
type KeptMessage = WhatsAppWebMessageRow & { created_at: Date; participant: string | null };

/** A message of a channel by WhatsApp's id; null when it is not kept. */
export async function findWhatsAppWebMessage(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  providerMessageId: string,
): Promise<KeptMessage | null> {
  const [row] = await sql<KeptMessage[]>`
    select kept.provider_message_id, kept.remote_jid, kept.from_me, kept.sealed, kept.created_at, record.participant
    from web_messages as kept
    left join lateral (
      select message.participant
      from provider_messages as named
      join messages as message on message.organization_id = named.organization_id and message.id = named.message_id
      where named.organization_id = kept.organization_id and named.channel_id = kept.channel_id
        and named.provider_message_id = kept.provider_message_id
      limit 1
    ) as record on kept.remote_jid like '%@g.us'
    where kept.organization_id = ${organizationId} and kept.channel_id = ${channelId}
      and kept.provider_message_id = ${providerMessageId}`;
  return row ?? null;
}

/** Replaces what is kept of a message: its file lies elsewhere now. */
export async function replaceWhatsAppWebMessage(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  providerMessageId: string,
  sealed: string,
): Promise<void> {
  await sql`
    update web_messages set sealed = ${sealed}
    where organization_id = ${organizationId} and channel_id = ${channelId}
      and provider_message_id = ${providerMessageId}`;
}

/** The JID of a phone number: undefined when it must be looked up, null when it has none, which may soon change. */
export async function findWhatsAppWebRecipient(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  phone: string,
): Promise<string | null | undefined> {
  const [row] = await sql<{ jid: string | null }[]>`
    select jid from web_recipients
    where organization_id = ${organizationId} and channel_id = ${channelId} and phone = ${phone}
      and asked_at > now() - case when jid is null then interval '10 minutes' else interval '720 hours' end
    union all
    -- who wrote to us is on WhatsApp
    select ${phone} || '@s.whatsapp.net' from conversations
    where organization_id = ${organizationId} and channel_id = ${channelId} and last_inbound_at is not null
      and contact_id = contact_of(${organizationId}, 'phone', ${phone})
    limit 1`;
  return row?.jid;
}

/** Keeps where WhatsApp has a phone number. */
export async function keepWhatsAppWebRecipient(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  phone: string,
  jid: string | null,
): Promise<void> {
  await sql`
    insert into web_recipients (organization_id, channel_id, phone, jid, asked_at)
    values (${organizationId}, ${channelId}, ${phone}, ${jid}, now())
    on conflict (organization_id, channel_id, phone) do update set jid = excluded.jid, asked_at = now()`;
}

/** The history of a channel's present number with the person of a conversation. */
export type Acquaintance = {
  conversation_id: string;
  last_inbound_at: Date | null;
  /** When the channel first wrote to them unprompted. */
  opened_at: Date | null;
};

/** A channel's history with the people it is about to write to. */
export async function findAcquaintances(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  recipients: readonly { conversation_id: string; address: string | null }[],
): Promise<Acquaintance[]> {
  return await sql<Acquaintance[]>`
    select conversation.id as conversation_id, recipient.opened_at,
      heard_by_number(${organizationId}, ${channelId}, conversation.last_inbound_at) as last_inbound_at
    from json_to_recordset(${JSON.stringify(recipients)}::text::json) as wanted (conversation_id text, address text)
    cross join lateral (
      select known.id, known.last_inbound_at from conversations as known
      where known.organization_id = ${organizationId} and known.id = wanted.conversation_id
      limit 1
    ) as conversation
    left join lateral (
      select known.opened_at from web_recipients as known
      where known.organization_id = ${organizationId} and known.channel_id = ${channelId}
        and known.phone = wanted.address
      limit 1
    ) as recipient on true`;
}

/** When a channel wrote to somebody new since a moment, oldest first. */
export async function openedSince(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  since: Date,
): Promise<Date[]> {
  const rows = await sql<{ opened_at: Date }[]>`
    select opened_at from web_recipients
    where channel_id = ${channelId} and opened_at > ${since} and organization_id = ${organizationId}
    order by opened_at`;
  return rows.map((row) => row.opened_at);
}

/** The choice that a text may stand for. */
export type OfferedChoices = { reply: string; choices: string; provider_message_id: string };

/** The choice that a person's text, perhaps quoting a message, can stand for; null when nothing was offered. */
export async function findOffered(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  person: { type: string; value: string },
  quoted: string | null,
  at: Date,
): Promise<OfferedChoices | null> {
  const [row] = await sql<OfferedChoices[]>`
    select reply, choices, provider_message_id
    from offered_to(${organizationId}, ${channelId}, ${person.type}, ${person.value}, ${quoted}, ${at}) as offered
    where offered.message_id is not null`;
  return row ?? null;
}
