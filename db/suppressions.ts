import type { Queryable } from "./client.ts";

/** An identity of a person on the platform; see contact_identities. */
type Person = { type: string; value: string };

/** The reason of suppressions that people ask for themselves, in WhatsApp. */
export const MARKETING_STOPPED = "marketing_stopped";

/**
 * Suppresses a person who stopped marketing messages; one who is nobody's
 * contact is left alone, and so is a suppression that holds back everything.
 */
export async function suppressMarketing(
  sql: Queryable,
  organizationId: string,
  person: Person,
  at: Date,
): Promise<void> {
  await sql`
    insert into suppressions as mine (organization_id, contact_id, channel, reason, created_at)
    select ${organizationId}, known.contact_id, 'whatsapp', ${MARKETING_STOPPED}, ${at}
    from contact_identities as known
    where known.organization_id = ${organizationId} and known.type = ${person.type} and known.source = ''
      and known.value = ${person.value}
    on conflict (organization_id, contact_id, channel) do update set
      reason = excluded.reason, until = null, created_at = excluded.created_at
      where mine.until <= now() or mine.reason = excluded.reason and mine.until is not null`;
}

/** Ends a suppression that the person had asked for; one with another reason stays. */
export async function allowMarketing(sql: Queryable, organizationId: string, person: Person): Promise<void> {
  await sql`
    delete from suppressions
    where organization_id = ${organizationId} and channel = 'whatsapp' and reason = ${MARKETING_STOPPED}
      and contact_id = contact_of(${organizationId}, ${person.type}, ${person.value})`;
}
