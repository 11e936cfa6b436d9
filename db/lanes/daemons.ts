import type { Sql } from "../connection/client.ts";
import type { LaneKey } from "./lanes.ts";

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
  const { version, functions, newestMigration } = about;
  const [roles, pools] = [about.roles as string[], about.workerPools as string[]];
  await sql`
    insert into daemons (id, roles, worker_pools, version, functions, newest_migration)
    values (${daemonId}, ${roles}, ${pools}, ${version}, ${functions}, ${newestMigration})
    on conflict (id) do update set
      roles = excluded.roles, worker_pools = excluded.worker_pools, version = excluded.version,
      functions = excluded.functions, newest_migration = excluded.newest_migration, heartbeat_at = now()`;
}

/**
 * Removes daemons that are gone, and frees and wakes the lanes of daemons without a row, these or others. Returns
 * the ids of those removed. Waits for nobody: what a transaction holds is freed by a later sweep.
 */
export async function sweep(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select sweep_daemons() as id`;
  return rows.map((row) => row.id);
}

/** The findings of a daemon's look. */
export type Found = {
  /** The ids of daemons that were removed. */
  gone: string[];
  /** The lanes whose rows name the daemon as their owner. */
  owned: LaneKey[];
  /** Whether calls of providers wait to be processed. */
  inbound: boolean;
};

/** Sweeps by default, and looks for everything else that a daemon must notice as soon, in one statement. */
export async function lookAround(
  sql: Sql,
  daemonId: string,
  { sweeps }: { sweeps: boolean },
): Promise<Found> {
  const rows = await sql<(LaneKey & { found: "gone" | "lane" | "inbound"; id: string })[]>`
    select 'lane' as found, owner as id, organization_id as "organizationId", kind, lane_id as "laneId"
    from lanes where owner = ${daemonId}
    ${sweeps ? sql`union all select 'gone', gone, null, null, null from sweep_daemons() as gone` : sql``}
    union all
    select 'inbound', null, null, null, null where exists (select from provider_webhooks where error is null)`;
  const all = (wanted: string) => rows.filter(({ found }) => found === wanted);
  return {
    gone: all("gone").map(({ id }) => id),
    owned: all("lane").map(({ organizationId, kind, laneId }) => ({ organizationId, kind, laneId })),
    inbound: all("inbound").length > 0,
  };
}

/** Which of these roles no living daemon has. That of paired numbers is missing only where one must be connected. */
export async function missingRoles(sql: Sql, roles: readonly string[]): Promise<string[]> {
  const rows = await sql<{ role: string }[]>`
    select role from unnest(${roles as string[]}::text[]) as role
    where not exists (select from daemons where role = any (roles) and heartbeat_at > now() - daemon_silence())
      and (role <> 'gateway' or exists (select from web_sessions where wanted <> 'off'))`;
  return rows.map(({ role }) => role);
}

/** Frees the jobs of workers that no daemon has known for a minute. */
export async function unlockAbandonedJobs(sql: Sql): Promise<void> {
  await sql`select unlock_abandoned_jobs()`;
}

/** Frees the jobs that these workers took a minute ago or earlier and do not hold: they never heard of them. */
export async function unlockUnheardJobs(sql: Sql, pools: string[], held: string[]): Promise<void> {
  await sql`select unlock_unheard_jobs(${pools}, ${held}::bigint[])`;
}

/** Removes a daemon's row; whatever it still held becomes free for others. */
export async function leave(sql: Sql, daemonId: string): Promise<void> {
  await sql`select leave_daemon(${daemonId})`;
}
