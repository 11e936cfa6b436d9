import type { Queryable } from "../connection/client.ts";
import type { ErasureKey } from "../erasing/erasures.ts";

/** Whom an erasure erases: the ids of one contact, and of those that were merged into it. */
export type Erased = { organization_id: string; contact_ids: string[] };

/** Whom an erasure erases that has begun and is at its first stage, with its number; null for others, and where it has none. */
export async function findErased(
  sql: Queryable,
  { organizationId, id }: ErasureKey,
): Promise<(Erased & { number: number }) | null> {
  const [row] = await sql<(Erased & { number: number })[]>`
    select organization_id, number, texts_of(person -> 'contacts') as contact_ids from contact_erasures
    where organization_id = ${organizationId} and id = ${id} and stage = 'messages' and number is not null and person is not null`;
  return row ?? null;
}

/** How many erasures this database knows to have begun, and the microsecond of 1970 in which its installation was made. */
export async function readErased(sql: Queryable): Promise<{ erased: number; made_at: string }> {
  const [row] = await sql<[{ erased: number; made_at: string }]>`
    select erased, (extract(epoch from created_at) * 1000000)::bigint::text as made_at from installation`;
  return row;
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
