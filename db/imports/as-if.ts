import type { Queryable, Sql, Transaction } from "../connection/client.ts";
import type { ImportKey } from "./imports.ts";

/** Contacts as upsert_contacts takes them, see db/contacts/upsert.sql; `n` counts them. */
export type RowToTake = { n: number };

/**
 * Those of a piece of a file that are the first of their contact in it, as far as it was looked through; and how many
 * have the identifiers of different contacts.
 */
export async function firstOfEach<Row extends RowToTake>(
  sql: Queryable,
  { organization_id, id }: ImportKey,
  rows: readonly Row[],
): Promise<{ rows: Row[]; torn: number }> {
  const placed = await sql<{ n: number; is_first: boolean | null; is_torn: boolean }[]>`
    select n, is_first, is_torn
    from place_import_rows(${organization_id}, ${id}, ${JSON.stringify(rows)}::text::json)`;
  const first = new Set(placed.filter(({ is_first }) => is_first).map(({ n }) => n));
  const torn = placed.filter(({ is_torn }) => is_torn).length;
  return { rows: rows.filter(({ n }) => first.has(n)), torn };
}

/** Does something as if these rows had been imported, with the ids of their contacts; then nothing of it was. */
export async function asIfImported<Result>(
  sql: Sql,
  { organization_id, id }: ImportKey,
  rows: readonly RowToTake[],
  work: (transaction: Transaction, contactIds: string[]) => Promise<Result>,
): Promise<Result> {
  const only = `${id} as if`;
  let result: { of: Result } | undefined;
  try {
    await sql.begin(async (transaction) => {
      await transaction`
        select from write_import_rows(${organization_id}, ${only}, ${JSON.stringify(rows)}::text::json)`;
      const met = await transaction<{ contact: string }[]>`
        select contact from import_contacts
        where organization_id = ${organization_id} and import_id = ${only} order by contact`;
      result = {
        of: await work(
          transaction,
          met.map(({ contact }) => contact),
        ),
      };
      throw UNDONE;
    });
  } catch (cause) {
    if (cause !== UNDONE || result === undefined) throw cause;
  }
  return (result as { of: Result }).of;
}

/** Thrown to undo what was done; never leaves this module. */
const UNDONE = new Error("it was only looked at");
