import type { Sql } from "../connection/client.ts";
import { MIGRATIONS } from "../schema/sql-files.ts";
import { standbysOf } from "./standbys.ts";

export type DatabaseFacts = {
  version: string;
  version_number: number;
  now: Date;
  connections: number;
  max_connections: number;
  fsync: boolean;
  full_page_writes: boolean;
  synchronous_commit: string;
  replication: Replication;
};

export type Replication = {
  /** Servers that are connected to this one and follow it. */
  standbys: number;
  /** How much of the log the one furthest behind has yet to write; null without any, or for a role that may not see it. */
  lag_bytes: number | null;
  /** Which of them a commit waits for; empty for none. */
  synchronous_standby_names: string;
  /** How many of them a commit needs, and how many of those are there. */
  needed_standbys: number;
  synchronous_standbys: number;
};

export type MigrationFacts = { applied: number; missing: string[]; unknown: string[] };

export type WaitingLane = {
  kind: string;
  lane_id: string;
  due_at: Date;
  paused_until: Date | null;
  owned: boolean;
  /** It could go, but no daemon works on it. */
  unattended: boolean;
};

/** Facts about the database server. */
export async function databaseFacts(sql: Sql): Promise<DatabaseFacts> {
  const [facts, { needed, there }] = await Promise.all([serverFacts(sql), standbysOf(sql)]);
  const replication = { ...facts.replication, needed_standbys: needed, synchronous_standbys: there };
  return { ...facts, replication };
}

async function serverFacts(sql: Sql): Promise<DatabaseFacts> {
  const [row] = await sql<DatabaseFacts[]>`
    select current_setting('server_version') as version, clock_timestamp() as now,
      current_setting('server_version_num')::integer as version_number,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::integer as max_connections,
      current_setting('fsync')::boolean as fsync,
      current_setting('full_page_writes')::boolean as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      (
        select json_build_object(
          'standbys', count(*), 'lag_bytes', max(pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn))::bigint,
          'synchronous_standby_names', current_setting('synchronous_standby_names')
        ) from pg_stat_replication
      ) as replication`;
  if (row === undefined) throw new Error("the database said nothing of itself");
  return row;
}

/** How the migrations that were applied compare with those of this program. */
export async function migrationFacts(sql: Sql): Promise<MigrationFacts> {
  const rows = await sql<{ name: string }[]>`select name from schema_migrations order by name collate "C"`;
  const applied = rows.map(({ name }) => name);
  const known = MIGRATIONS.map(([name]) => name);
  return {
    applied: applied.length,
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/**
 * Lanes of an organisation in which something has been due for a minute, that
 * due longest first, at most a hundred.
 */
export async function waitingLanes(sql: Sql, organizationId: string): Promise<WaitingLane[]> {
  return await sql<WaitingLane[]>`
    select first.kind, first.lane_id, first.due_at, lane.paused_until,
      exists (select from daemons where id = lane.owner) as owned,
      (first.kind, first.lane_id) in (select kind, lane_id from unattended_lanes(interval '1 minute')) as unattended
    from (
      select distinct on (organization_id, kind, lane_id) * from first_of_each_priority()
      order by organization_id, kind, lane_id, due_at
    ) as first
    left join lanes as lane
      on lane.organization_id = first.organization_id and lane.kind = first.kind and lane.lane_id = first.lane_id
    where first.organization_id = ${organizationId} and first.due_at < now() - interval '1 minute'
    order by first.due_at
    limit 100`;
}
