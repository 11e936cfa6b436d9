import type { Queryable, Sql } from "../../db/connection/client.ts";
import { type ContactRow, contactsWith, findContact } from "../../db/contacts/contacts.ts";
import { findContactSettings } from "../../db/contacts/settings.ts";
import { notFound } from "../http/found.ts";
import type { Cursors } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { parsePhone } from "./phone.ts";

/** The dependencies of the contact routes. */
export type ContactDependencies = { sql: Sql; reading: Reading; cursors: Cursors };

/** A contact by its id or the id of one merged into it. Throws 404. */
export async function mustFindContact(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<ContactRow> {
  const row = isPostgresText(id) ? await findContact(sql, organizationId, id) : null;
  if (row === null) throw notFound("contact");
  return row;
}

/** A contact by a phone number in any form. Throws 404. */
export async function mustFindByPhone(
  sql: Queryable,
  organizationId: string,
  given: string,
): Promise<ContactRow> {
  const value = phoneDigits(given, await countryOf(sql, organizationId));
  const [id] = value === "" ? [] : await contactsWith(sql, organizationId, [{ type: "phone", value }]);
  if (id === undefined) throw notFound("contact");
  return await mustFindContact(sql, organizationId, id);
}

/** The digits by which a number is looked up; of an invalid number, the digits it contains. */
export function phoneDigits(given: string, country: string | null): string {
  return (parsePhone(given, country) ?? given.slice(0, 64)).replace(/\D/g, "");
}

/** The country of the numbers that an organisation writes without one. */
export async function countryOf(sql: Queryable, organizationId: string): Promise<string | null> {
  return (await findContactSettings(sql, organizationId)).default_country;
}
