import type { Sql } from "./client.ts";

/** Says that a daemon is alive, and which pools of job workers are its own. */
export async function beat(sql: Sql, daemonId: string, workerPools: readonly string[]): Promise<void> {
  await sql`
    insert into daemons (id, worker_pools) values (${daemonId}, ${workerPools as string[]})
    on conflict (id) do update set worker_pools = excluded.worker_pools, heartbeat_at = now()`;
}

/** Frees the lanes and jobs of daemons that are gone, and wakes those lanes. Returns the daemons' ids. */
export async function sweep(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select sweep_daemons() as id`;
  return rows.map((row) => row.id);
}

/** A daemon leaves: its row goes, so that nobody sweeps after it. */
export async function leave(sql: Sql, daemonId: string): Promise<void> {
  await sql`delete from daemons where id = ${daemonId}`;
}
