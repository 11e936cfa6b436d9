import type { Sql } from "../connection/client.ts";

/** What a channel knows of the numbers of an import's contacts. */
export type ImportedNumbers = {
  /** Contacts with a number. */
  people: number;
  there: number;
  absent: number;
  unchecked: number;
  /** Digits of numbers to ask about, in the order of the contacts' ids, at most so many as may wait. */
  unsure: string[];
  /** The first of those who have no account. */
  not_there: { contact_id: string; name: string | null; phone_number: string }[];
};

const MOST_UNSURE = 10_000;
const MOST_SHOWN = 100;

/** What a channel knows of the numbers of an import's contacts, as far as these are still known. */
export async function readImportedNumbers(
  sql: Sql,
  organizationId: string,
  importId: string,
  channelId: string,
): Promise<ImportedNumbers> {
  const [row] = await sql<ImportedNumbers[]>`
    with people as materialized (
      select contact.id, contact.name, contact.phone_number,
        account_of(${organizationId}, ${channelId}, substr(contact.phone_number, 2)) as account
      from import_contacts as held
      cross join lateral (
        select * from contacts as one
        where one.organization_id = ${organizationId} and one.id = current_contact(${organizationId}, held.contact)
        limit 1
      ) as contact
      where held.organization_id = ${organizationId} and held.import_id = ${importId}
        and contact.phone_number is not null
    )
    select count(*) as people, count(*) filter (where account = 'there') as there,
      count(*) filter (where account in ('absent', 'absent_before')) as absent,
      count(*) filter (where account is null) as unchecked,
      array(
        select substr(phone_number, 2) from people where account is null or account = 'absent_before'
        order by id limit ${MOST_UNSURE}
      ) as unsure,
      coalesce((
        select json_agg(one) from (
          select id as contact_id, name, phone_number from people
          where account in ('absent', 'absent_before') order by id limit ${MOST_SHOWN}
        ) as one
      ), '[]') as not_there
    from people`;
  if (row === undefined) throw new Error("a count has a row");
  return row;
}
