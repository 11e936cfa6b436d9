import type { Sql } from "../connection/client.ts";

/** Somebody as WhatsApp names them on paired numbers: an address such as `<digits>@lid`, and the number if it is known. */
export type AddressedPerson = { participant: string; phone: string | null };

/** The contacts of people, in their order; null for those who are none. */
export async function contactsByAddress(
  sql: Sql,
  organizationId: string,
  persons: readonly AddressedPerson[],
): Promise<(string | null)[]> {
  const rows = await sql<{ contact_id: string | null }[]>`
    select coalesce(
      participant_contact(${organizationId}, person.participant),
      participant_contact(${organizationId}, person.phone || '@s.whatsapp.net')
    ) as contact_id
    from rows from (json_to_recordset(${JSON.stringify(persons)}::text::json) as (participant text, phone text))
      with ordinality as person (participant, phone, place)
    order by person.place`;
  return rows.map((row) => row.contact_id);
}
