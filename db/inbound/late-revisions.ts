import type { Sql } from "../connection/client.ts";

/**
 * Applies edits and revocations received in the last minutes for messages that were unknown
 * then and are known now, so that sending does not have to.
 */
export async function applyLateRevisions(sql: Sql, minutes: number): Promise<void> {
  let applied = true;
  while (applied) {
    const [row] = await sql<[{ applied: boolean }]>`
      select apply_late_revisions(now() - make_interval(mins => ${minutes})) as applied`;
    ({ applied } = row);
  }
}
