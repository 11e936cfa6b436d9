/** Whether commits can be done, where they wait for standbys. */
import type { Queryable } from "../connection/client.ts";

export type Standbys = {
  /** For how many a commit waits. */
  needed: number;
  /** How many of those are there. */
  there: number;
};

/** One more than one, as `synchronous_standby_names` has them: `ANY 2 (a, b, c)`, `FIRST 2 (…)` or `2 (…)`. */
const COUNTED = /^\s*(?:(?:ANY|FIRST)\s+)?(\d+)\s*\(/i;

/** For how many standbys a commit waits, by the settings of that name and of `synchronous_commit`. */
export function neededStandbys(names: string, synchronousCommit: string): number {
  if (names.trim() === "" || ["off", "local"].includes(synchronousCommit)) return 0;
  return Number(COUNTED.exec(names)?.[1] ?? 1);
}

/**
 * The standbys of commits as the server sees them now. Where fewer are there than a commit needs, every commit waits,
 * and nothing is accepted. A role without `pg_monitor` can't see which standbys those are, so that any counts.
 */
export async function standbysOf(sql: Queryable): Promise<Standbys> {
  const [row] = await sql<{ names: string; commit: string; there: number }[]>`
    select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit,
      count(*) filter (where sync_state in ('sync', 'quorum') or sync_state is null)::integer as there
    from pg_stat_replication`;
  const needed = neededStandbys(row?.names ?? "", row?.commit ?? "");
  return { needed, there: row?.there ?? 0 };
}
