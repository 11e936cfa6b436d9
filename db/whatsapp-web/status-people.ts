import type { Sql } from "../connection/client.ts";

/** Whom a status is for: contacts by their ids, those with a tag, or all who wrote within so many days. */
export type StatusAudience = { contactIds: readonly string[] } | { tag: string } | { days: number };

/**
 * The numbers (digits) of people who have written to a channel, who last did first; without those that it blocks, and
 * those who may not be written to.
 */
export async function statusPeople(
  sql: Sql,
  { organizationId, channelId, most }: { organizationId: string; channelId: string; most: number },
  audience: StatusAudience,
): Promise<string[]> {
  const rows = await sql<{ phone: string }[]>`
    select substr(contact.phone_number, 2) as phone
    from conversations as conversation
    join contacts as contact
      on contact.organization_id = conversation.organization_id and contact.id = conversation.contact_id
    where conversation.organization_id = ${organizationId} and conversation.channel_id = ${channelId}
      and conversation.last_inbound_at is not null and conversation.blocked_at is null
      and contact.phone_number is not null
      and contact.id not in (select held.contact_id from suppressed_people(${organizationId}) as held)
      and ${isMeant(sql, organizationId, audience)}
    order by conversation.last_inbound_at desc, conversation.id
    limit ${most}`;
  return rows.map(({ phone }) => phone);
}

function isMeant(sql: Sql, organizationId: string, audience: StatusAudience) {
  if ("days" in audience)
    return sql`conversation.last_inbound_at > now() - make_interval(days => ${audience.days})`;
  if ("tag" in audience)
    return sql`exists (
      select from contact_tags as held
      where held.organization_id = ${organizationId} and held.name = ${audience.tag} and held.contact_id = contact.id
    )`;
  return sql`contact.id in (
    select current_contact(${organizationId}, wanted.id)
    from unnest(${audience.contactIds as string[]}::text[]) as wanted (id)
  )`;
}
