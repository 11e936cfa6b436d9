import type { Queryable } from "../connection/client.ts";

export type ContactSettingsRow = {
  default_country: string | null;
  /** JSON text; null are the defaults. */
  opt_out: string | null;
};

/** An organisation's settings of its contacts. */
export async function findContactSettings(
  sql: Queryable,
  organizationId: string,
): Promise<ContactSettingsRow> {
  const [row] = await sql<ContactSettingsRow[]>`
    select default_country, opt_out from organizations where organization_id = ${organizationId}`;
  return row ?? { default_country: null, opt_out: null };
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
