import type { Sql } from "../connection/client.ts";

/** WhatsApp's answer about a number, as the gateway wrote it (JSON as text). */
export type LookupRow = { phone: string; answer: string | null; name: string | null; known: boolean };

/** A question that waits for its session's gateway. */
export type OpenLookup = { organization_id: string; channel_id: string; phone: string };

/** How long a result stays valid, and how many numbers a channel may ask about in a minute. */
export type LookupLimits = { freshHours: number; perMinute: number };

/**
 * Requests numbers without a fresh result from a channel's gateway. False, and nothing is requested, when that would be
 * too many in a minute.
 */
export async function askLookups(
  sql: Sql,
  organizationId: string,
  channelId: string,
  phones: readonly string[],
  { freshHours, perMinute }: LookupLimits,
): Promise<boolean> {
  const [row] = await sql<{ requested: boolean }[]>`
    select ask_lookups(${organizationId}, ${channelId}, ${phones as string[]},
      make_interval(hours => ${freshHours}), ${perMinute}) as requested`;
  return row?.requested ?? false;
}

/** Questions to these channels' sessions, so many to each, longest waiting first. */
export async function openLookups(
  sql: Sql,
  channelIds: readonly string[],
  limit: number,
): Promise<OpenLookup[]> {
  return await sql<OpenLookup[]>`
    select open.* from unnest(${channelIds as string[]}::text[]) as asked (id)
    cross join lateral (
      select organization_id, channel_id, phone from web_lookups
      where answered_at is null and asked_at > now() - interval '1 minute' and channel_id = asked.id
      order by asked_at limit ${limit}
    ) as open`;
}

/** Stores answers, JSON as text. */
export async function storeLookups(
  sql: Sql,
  results: readonly (OpenLookup & { answer: string })[],
): Promise<void> {
  await sql`
    update web_lookups as lookup set answer = given.answer, answered_at = now()
    from json_to_recordset(${JSON.stringify(results)}::text::json)
      as given (organization_id text, channel_id text, phone text, answer text)
    where lookup.organization_id = given.organization_id and lookup.channel_id = given.channel_id
      and lookup.phone = given.phone`;
}

/**
 * The known facts of numbers (digits), in the order they are given: the last
 * answer, the name the person goes by, and whether the person was ever seen on
 * the platform.
 */
export async function readLookups(
  sql: Sql,
  organizationId: string,
  channelId: string,
  phones: readonly string[],
): Promise<LookupRow[]> {
  return await sql<LookupRow[]>`
    select given.phone, lookup.answer, person.profile_name as name, person.id is not null as known
    from unnest(${phones as string[]}::text[]) with ordinality as given (phone, place)
    left join lateral (
      select answer from web_lookups
      where organization_id = ${organizationId} and channel_id = ${channelId} and phone = given.phone
      limit 1
    ) as lookup on true
    left join lateral (
      select contact.id, contact.profile_name from contact_identities as identity
      join contacts as contact on contact.organization_id = identity.organization_id and contact.id = identity.contact_id
      where identity.organization_id = ${organizationId} and identity.type = 'phone' and identity.source = ''
        and identity.value = given.phone and identity.verified
      limit 1
    ) as person on true
    order by given.place`;
}

/** Deletes results that are no longer valid, and numbers that waited a week for a question. */
export async function forgetLookups(sql: Sql, freshHours: number): Promise<void> {
  await sql`delete from web_checks where wanted_at < now() - interval '7 days'`;
  await sql`delete from web_lookups where asked_at < now() - make_interval(hours => ${freshHours})`;
}
