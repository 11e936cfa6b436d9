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
    left join contact_consents as consent
      on consent.organization_id = ${organizationId} and consent.contact_id = wanted.contact_id
      and consent.channel = 'whatsapp'
      and (consent.state = 'denied' or consent.state = 'granted' and consent.expires_at is null)
    left join suppressions as suppression
      on suppression.organization_id = ${organizationId} and suppression.contact_id = wanted.contact_id
      and suppression.channel = 'whatsapp' and (suppression.until is null or suppression.until > now())
    where consent.state is not null or suppression.reason is not null`;
}
