import type { Sql } from "../connection/client.ts";

/** A daemon's facts about itself. */
export type Beat = {
  roles: readonly string[];
  /** The pools of job workers that are its own. */
  workerPools: readonly string[];
  version: string;
  /** The schema of its functions; null where it calls those beside the tables. */
  functions: string | null;
  /** The name of the newest migration that it knows. */
  newestMigration: string;
};

/** Records that a daemon is alive. */
export async function beat(sql: Sql, daemonId: string, about: Beat): Promise<void> {
  await sql`select beat(${daemonId}, ${JSON.stringify(about)}::text::json)`;
}

/**
 * Removes daemons that are gone, and frees and wakes the lanes of daemons without a row, these or others. Returns
 * the ids of those removed. Waits for nobody: what a transaction holds is freed by a later sweep.
 */
export async function sweep(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select sweep_daemons() as id`;
  return rows.map((row) => row.id);
}

/** Which of these roles no living daemon has. That of paired numbers is missing only where one must be connected. */
export async function missingRoles(sql: Sql, roles: readonly string[]): Promise<string[]> {
  const rows = await sql<{ role: string }[]>`
    select role from unnest(${roles as string[]}::text[]) as role
    where not exists (select from daemons where role = any (roles) and heartbeat_at > now() - daemon_silence())
      and (role <> 'gateway' or exists (select from web_sessions where wanted <> 'off'))`;
  return rows.map(({ role }) => role);
}

/** Removes a daemon's row; whatever it still held becomes free for others. */
export async function leave(sql: Sql, daemonId: string): Promise<void> {
  await sql`select leave_daemon(${daemonId})`;
}
