import type { Queryable, Sql } from "../../db/connection/client.ts";
import { type ContactRow, contactsWith, findContact } from "../../db/contacts/contacts.ts";
import { findContactSettings } from "../../db/contacts/settings.ts";
import { isPersonHeld } from "../../db/maintenance/held-people.ts";
import { notFound } from "../http/found.ts";
import type { Cursors } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { storedDigits } from "../phone-numbers/stored.ts";

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

/** The same of one who may be erased. Throws 409 for somebody in a conversation under a legal hold. */
export async function mustFindErasable(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<ContactRow> {
  const contact = await mustFindContact(sql, organizationId, id);
  if (await isPersonHeld(sql, organizationId, contact.id))
    throw problem(
      409,
      "legal_hold",
      "a conversation of this person, or a group that they are in, is under a legal hold; release it first, if it may be",
    );
  return contact;
}

/** A contact by a phone number in any form. Throws 404. */
export async function mustFindByPhone(
  sql: Queryable,
  organizationId: string,
  given: string,
): Promise<ContactRow> {
  for (const value of storedDigits(given, await countryOf(sql, organizationId))) {
    const [id] = await contactsWith(sql, organizationId, [{ type: "phone", value }]);
    if (id !== undefined) return await mustFindContact(sql, organizationId, id);
  }
  throw notFound("contact");
}

/** The country of the numbers that an organisation writes without one. */
export async function countryOf(sql: Queryable, organizationId: string): Promise<string | null> {
  return (await findContactSettings(sql, organizationId)).default_country;
}
