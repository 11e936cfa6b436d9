import type { Queryable } from "../connection/client.ts";

/** The states of a broadcast's people; each is in exactly one. */
export type PersonStatus =
  | "skipped"
  | "waiting"
  | "accepted"
  | "sent"
  | "delivered"
  | "read"
  | "failed"
  | "cancelled";

/** How many people are in each state; `audience` is all of them. Who replied or opted out is in one of the states, too. */
export type Counts = Record<PersonStatus | "audience" | "replied" | "opted_out", number>;

/** The counts of broadcasts by their ids. */
export async function countPeople(
  sql: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, Counts>> {
  const rows = await sql<{ id: string; counts: Counts }[]>`
    select wanted.id, broadcast_counts(${organizationId}, wanted.id) as counts
    from unnest(${ids as string[]}::text[]) as wanted (id)`;
  return new Map(rows.map(({ id, counts }) => [id, counts]));
}
