import type { Queryable, Sql } from "../connection/client.ts";

/** What changes the state of a broadcast, each by a function of its name; false when its state does not allow it. */
export type Change = "start" | "pause" | "resume" | "cancel";

/** Changes the state of a broadcast, with its event, in the caller's transaction; false when it is in another state. */
export async function changeBroadcast(
  sql: Queryable,
  organizationId: string,
  id: string,
  change: Exclude<Change, "start">,
): Promise<boolean> {
  const [row] = await sql<
    { changed: boolean }[]
  >`select ${CALLS[change](sql, organizationId, id)} as changed`;
  return row?.changed ?? false;
}

/** Starts a draft as somebody: an API key or a user, who then has its messages sent; false when it is none. */
export async function startBroadcast(
  sql: Queryable,
  organizationId: string,
  id: string,
  starter: string,
): Promise<boolean> {
  const [row] = await sql<{ started: boolean }[]>`
    select start_broadcast(${organizationId}, ${id}, ${starter}) as started`;
  return row?.started ?? false;
}

const CALLS: Record<
  Exclude<Change, "start">,
  (sql: Queryable, organizationId: string, id: string) => ReturnType<Sql>
> = {
  pause: (sql, organizationId, id) => sql`pause_broadcast(${organizationId}, ${id})`,
  resume: (sql, organizationId, id) => sql`resume_broadcast(${organizationId}, ${id})`,
  cancel: (sql, organizationId, id) => sql`cancel_broadcast(${organizationId}, ${id})`,
};
