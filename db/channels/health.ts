import type { Sql } from "../connection/client.ts";
import type { NewChats } from "./new-chats.ts";

/** What is known of a number, from which its health is found. Times are days, counts are of the last week. */
export type HealthSigns = {
  organization_id: string;
  channel_id: string;
  status: string;
  quality_rating: string | null;
  /** Since the number came to the channel. */
  age_days: number;
  sent: number;
  delivered: number;
  /** Failed because the platform does not let the number write to new people (463), or takes it for spam. */
  refused: number;
  /** People who never wrote and were written to first, in the last week and the last day. */
  cold: number;
  cold_today: number;
  /** Of the last of those who had at least a day to answer: how many there were, and how many did. */
  approached: number;
  answered: number;
  /** Whether the platform holds back new contacts, or all; not for a limit of new chats that is used up. */
  restricted: boolean;
  /** How WhatsApp counts the chats that a paired number begins; null while it has not said, and once the cycle is over. */
  new_chats: NewChats | null;
  /** Whether an official number is kept out because its access token has expired, or is not taken. */
  locked_out: boolean;
  /** Whether no phone was ever paired: nothing is known of a number. */
  never_paired: boolean;
  /** How often in 30 days the login was ended by the phone or WhatsApp (401), or the account refused (403). */
  disconnects: number;
};

/** What was found before. */
export type PreviousHealth = { level: string; average: number | null; found_at: Date | null };

export type StoredHealth = {
  score: number;
  level: string;
  average: number;
  /** JSON. */
  parts: string;
  found_at: Date;
};

export type FoundHealth = {
  score: number;
  average: number;
  level: string;
  /** JSON. */
  parts: string;
  advice: string | null;
};

/** How the reason of a channel's status begins whose access token is not taken. */
const TOKEN_REFUSED = "^channel_(auth_failed|permission_denied)\\M";

type ChannelKey = { organizationId: string; channelId: string };

/** Of those who were approached, so many are asked about, the last first. */
const MOST_ASKED = 300;

/** Takes up to `most` channels of which nothing was found for `seconds`, those that waited longest first. */
export async function takeForHealth(
  sql: Sql,
  { seconds, most }: { seconds: number; most: number },
): Promise<ChannelKey[]> {
  await sql`
    insert into channel_health (organization_id, channel_id)
    select organization_id, id from channels as known
    where deleted_at is null and not exists (
      select from channel_health as health
      where health.organization_id = known.organization_id and health.channel_id = known.id
    )
    on conflict do nothing`;
  return await sql<ChannelKey[]>`
    update channel_health as health set taken_at = now()
    from (
      select waiting.organization_id, waiting.channel_id from channel_health as waiting
      join channels as known on known.organization_id = waiting.organization_id and known.id = waiting.channel_id
      where waiting.taken_at < now() - make_interval(secs => ${seconds}) and known.deleted_at is null
      order by waiting.taken_at limit ${most} for update of waiting skip locked
    ) as due
    where health.organization_id = due.organization_id and health.channel_id = due.channel_id
    returning health.organization_id as "organizationId", health.channel_id as "channelId"`;
}

/** Has a channel's health found, from now on. */
export async function expectHealth(sql: Sql, { organizationId, channelId }: ChannelKey): Promise<void> {
  await sql`
    insert into channel_health (organization_id, channel_id) values (${organizationId}, ${channelId})
    on conflict do nothing`;
}

/** The signs of channels, and what was found of each before. */
export async function readHealthSigns(
  sql: Sql,
  keys: readonly ChannelKey[],
): Promise<(HealthSigns & { previous: PreviousHealth })[]> {
  const organizations = [...new Set(keys.map(({ organizationId }) => organizationId))];
  const ids = keys.map(({ channelId }) => channelId);
  const rows = await sql<(HealthSigns & PreviousHealth)[]>`
    with counted as materialized (
      select organization_id, channel_id,
        sum(count) filter (where kind = 'sent' and at > now() - interval '7 days') as sent,
        sum(count) filter (where kind = 'delivered' and at > now() - interval '7 days') as delivered,
        sum(count) filter (
          where kind in ('failed reachout_restricted', 'failed spam_restricted') and at > now() - interval '7 days'
        ) as refused,
        sum(count) filter (where kind = 'login_lost') as disconnects
      from traffic_counts
      where organization_id = any (${organizations}) and step = 21600 and at > now() - interval '30 days'
        and channel_id = any (${ids})
        and (kind in ('sent', 'delivered', 'login_lost', 'failed reachout_restricted', 'failed spam_restricted'))
      group by 1, 2
    )
    select known.organization_id, known.id as channel_id, known.status, known.quality_rating,
      greatest(0, extract(epoch from now() - coalesce(known.number_since, known.created_at)) / 86400)::float8 as age_days,
      coalesce(counted.sent, 0)::bigint as sent, coalesce(counted.delivered, 0)::bigint as delivered,
      coalesce(counted.refused, 0)::bigint as refused, coalesce(counted.disconnects, 0)::bigint as disconnects,
      opened.cold, opened.cold_today, asked.approached, asked.answered,
      (web.restricted_reason is not null and coalesce(web.restricted_until > now(), true)) is true or exists (
        select from jsonb_array_elements(known.restrictions) as one
        where one ->> 'scope' = 'new_contacts' and (one ->> 'until')::timestamptz > now()
          and one ->> 'reason' is distinct from 'new_chats_used_up'
      ) as restricted,
      case when coalesce((known.new_chats ->> 'cycle_end')::timestamptz > now(), true) then known.new_chats end as new_chats,
      (known.access_token is not null and (
        known.token_expires_at <= now() or known.status <> 'connected' and known.status_reason ~ ${TOKEN_REFUSED}
      )) is true as locked_out,
      known.access_token is null and known.phone_number is null as never_paired,
      health.level, health.average, health.found_at
    from channels as known
    join channel_health as health on health.organization_id = known.organization_id and health.channel_id = known.id
    left join counted on counted.organization_id = known.organization_id and counted.channel_id = known.id
    left join web_sessions as web on web.organization_id = known.organization_id and web.channel_id = known.id
    cross join lateral (
      select count(*) as cold, count(*) filter (where opened_at > now() - interval '1 day') as cold_today
      from web_recipients where channel_id = known.id and opened_at > now() - interval '7 days'
    ) as opened
    cross join lateral (
      select count(*) as approached, count(*) filter (where conversation.last_inbound_at > newest.opened_at) as answered
      from (
        select phone, opened_at from web_recipients
        where channel_id = known.id and opened_at > now() - interval '8 days' and opened_at < now() - interval '1 day'
        order by opened_at desc limit ${MOST_ASKED}
      ) as newest
      left join contact_identities as person on person.organization_id = known.organization_id
        and person.type = 'phone' and person.source = '' and person.value = newest.phone
      left join conversations as conversation on conversation.organization_id = known.organization_id
        and conversation.channel_id = known.id and conversation.contact_id = person.contact_id
    ) as asked
    where (known.organization_id, known.id) in (
      select * from unnest(
        ${keys.map(({ organizationId }) => organizationId)}::text[], ${ids}::text[]
      )
    )`;
  return rows.map(({ level, average, found_at, ...signs }) => ({
    ...signs,
    previous: { level, average, found_at },
  }));
}

/** Writes down what was found, with the event of a level that changed. */
export async function writeHealth(
  sql: Sql,
  { organizationId, channelId }: ChannelKey,
  found: FoundHealth,
): Promise<void> {
  await sql`
    select write_channel_health(${organizationId}, ${channelId}, ${JSON.stringify(found)}::text::jsonb)`;
}

/** What was found last; null when nothing was yet, or the channel has changed or its access token expired since. */
export async function findHealth(
  sql: Sql,
  { organizationId, channelId }: ChannelKey,
): Promise<StoredHealth | null> {
  const [row] = await sql<StoredHealth[]>`
    select score, level, average, parts, found_at from channel_health as health
    where organization_id = ${organizationId} and channel_id = ${channelId} and found_at is not null
      and not exists (
        select from channels as known
        where known.organization_id = health.organization_id and known.id = health.channel_id
          and (known.updated_at > health.found_at
            or known.token_expires_at <= now() and known.token_expires_at > health.found_at)
      )`;
  return row ?? null;
}
