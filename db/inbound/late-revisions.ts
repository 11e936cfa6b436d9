import type { Sql } from "../connection/client.ts";

/**
 * Applies edits and revocations received in the last minutes for messages that were unknown
 * then and are known now. Returns how many messages were changed.
 */
export async function applyLateRevisions(sql: Sql, minutes: number): Promise<number> {
  for (let applied = 0; ; applied++) {
    const [row] = await sql<{ applied: boolean }[]>`
      select apply_late_revisions(now() - make_interval(mins => ${minutes})) as applied`;
    if (row?.applied !== true) return applied;
  }
}
