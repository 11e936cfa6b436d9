import type { Sql } from "../connection/client.ts";

/**
 * Does what was told within the last minutes of messages that were not known then, and are now. Returns of how many
 * messages.
 */
export async function applyLateRevisions(sql: Sql, minutes: number): Promise<number> {
  for (let applied = 0; ; applied++) {
    const [row] = await sql<{ applied: boolean }[]>`
      select apply_late_revisions(now() - make_interval(mins => ${minutes})) as applied`;
    if (row?.applied !== true) return applied;
  }
}
