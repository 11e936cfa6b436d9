import type { Queryable } from "../connection/client.ts";

export type ContactSettingsRow = {
  default_country: string | null;
  /** JSON text; null are the defaults. */
  opt_out: string | null;
};

/** What is read for each message that comes in: the rules of the inbox as well (see conversations/rules.ts). */
export type InboundSettings = ContactSettingsRow & { inbox: string | null };

/** An organisation's settings of its contacts. */
export async function findContactSettings(sql: Queryable, organizationId: string): Promise<InboundSettings> {
  const [row] = await sql<InboundSettings[]>`
    select default_country, opt_out, inbox from organizations where organization_id = ${organizationId}`;
  return row ?? { default_country: null, opt_out: null, inbox: null };
}

/** Writes what is given; what is undefined stays. */
export async function updateContactSettings(
  sql: Queryable,
  organizationId: string,
  changes: Partial<ContactSettingsRow>,
): Promise<void> {
  const { default_country, opt_out } = changes;
  await sql`
    update organizations set
      default_country = ${default_country === undefined ? sql`default_country` : default_country},
      opt_out = ${opt_out === undefined ? sql`opt_out` : opt_out}
    where organization_id = ${organizationId}`;
}
