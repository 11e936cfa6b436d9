import type { Sql } from "../connection/client.ts";

/** Records that a daemon is alive, and which pools of job workers are its own. */
export async function beat(sql: Sql, daemonId: string, workerPools: readonly string[]): Promise<void> {
  await sql`
    insert into daemons (id, worker_pools) values (${daemonId}, ${workerPools as string[]})
    on conflict (id) do update set worker_pools = excluded.worker_pools, heartbeat_at = now()`;
}

/**
 * Removes daemons that are gone, and frees and wakes the lanes of whoever has no row, these or others. Returns
 * the ids of those removed. Waits for nobody: what a transaction holds is freed by a later sweep.
 */
export async function sweep(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select sweep_daemons() as id`;
  return rows.map((row) => row.id);
}

/** Frees the jobs of workers that no daemon has known for a minute. */
export async function unlockAbandonedJobs(sql: Sql): Promise<void> {
  await sql`select unlock_abandoned_jobs()`;
}

/** Removes a daemon's row; whatever it still held becomes free for others. */
export async function leave(sql: Sql, daemonId: string): Promise<void> {
  await sql`select leave_daemon(${daemonId})`;
}
