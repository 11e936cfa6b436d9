import type { Queryable, Sql } from "../connection/client.ts";

/** Changes of a broadcast, by the function that does it; each is false when its state does not allow it. */
export type Change = "start" | "pause" | "resume" | "cancel";

/** Changes the state of a broadcast, with its event, in the caller's transaction; false when it is in another state. */
export async function changeBroadcast(
  sql: Queryable,
  organizationId: string,
  id: string,
  change: Change,
): Promise<boolean> {
  const [row] = await sql<
    { changed: boolean }[]
  >`select ${CALLS[change](sql, organizationId, id)} as changed`;
  return row?.changed ?? false;
}

const CALLS: Record<Change, (sql: Queryable, organizationId: string, id: string) => ReturnType<Sql>> = {
  start: (sql, organizationId, id) => sql`start_broadcast(${organizationId}, ${id})`,
  pause: (sql, organizationId, id) => sql`pause_broadcast(${organizationId}, ${id})`,
  resume: (sql, organizationId, id) => sql`resume_broadcast(${organizationId}, ${id})`,
  cancel: (sql, organizationId, id) => sql`cancel_broadcast(${organizationId}, ${id})`,
};
