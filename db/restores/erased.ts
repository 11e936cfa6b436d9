import type { Queryable } from "../connection/client.ts";
import type { ErasureKey } from "../erasing/erasures.ts";

/** Whom an erasure erases: the ids of one contact, and of those that were merged into it. */
export type Erased = { organization_id: string; contact_ids: string[] };

/** Whom an erasure erases that has begun and is at its first stage, with its number; null for others. */
export async function findErased(
  sql: Queryable,
  { organizationId, id }: ErasureKey,
): Promise<(Erased & { number: number }) | null> {
  const [row] = await sql<(Erased & { number: number })[]>`
    select organization_id, number, texts_of(person -> 'contacts') as contact_ids from contact_erasures
    where organization_id = ${organizationId} and id = ${id} and stage = 'messages' and person is not null`;
  return row ?? null;
}

/** How many erasures this database knows to have begun. */
export async function countErased(sql: Queryable): Promise<number> {
  const [row] = await sql<{ erased: number }[]>`select erased from installation`;
  return row?.erased ?? 0;
}

/** What is said of an erasure that a restored backup did not have. */
const REASON = "Erased before a backup was restored";

/** Takes note of an erasure that this database does not know; see erase_again. Returns the new ones. */
export async function takeErased(sql: Queryable, nth: number, erased: Erased): Promise<ErasureKey[]> {
  const { organization_id: organizationId, contact_ids } = erased;
  const rows = await sql<{ id: string }[]>`
    select id from erase_again(${nth}, ${organizationId}, ${contact_ids}::text[], ${REASON}) as id`;
  return rows.map(({ id }) => ({ organizationId, id }));
}
