import type { Sql } from "../connection/client.ts";

/** A contact's consent to messages on WhatsApp, and why they may be sent none; null is not known, or not so. */
export type PermissionsRow = {
  contact_id: string;
  /** `granted` or `denied`. */
  state: string | null;
  stated_at: Date | null;
  source: string | null;
  consent_proof: string | null;
  reason: string | null;
  suppressed_at: Date | null;
  suppression_proof: string | null;
};

/**
 * What holds now and without an end, of those of these contacts that have any of it. A consent that will end is left
 * out: without its end it would become one for ever.
 */
export async function permissionsOf(
  sql: Sql,
  organizationId: string,
  contactIds: readonly string[],
): Promise<PermissionsRow[]> {
  return await sql<PermissionsRow[]>`
    select wanted.contact_id, consent.state, consent.stated_at, consent.source, consent.proof as consent_proof,
      suppression.reason, suppression.created_at as suppressed_at, suppression.proof as suppression_proof
    from unnest(${contactIds as string[]}::text[]) as wanted (contact_id)
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    left join lateral (
      select known.* from contact_consents as known
      where known.organization_id = ${organizationId} and known.contact_id = wanted.contact_id
        and known.channel = 'whatsapp' and (known.state = 'denied' or known.state = 'granted' and known.expires_at is null)
      limit 1
    ) as consent on true
    left join lateral (
      select known.* from suppressions as known
      where known.organization_id = ${organizationId} and known.contact_id = wanted.contact_id
        and known.channel = 'whatsapp' and (known.until is null or known.until > now())
      limit 1
    ) as suppression on true
    where consent.state is not null or suppression.reason is not null`;
}
