import type { Sql } from "../../../db/connection/client.ts";
import { applyLateRevisions } from "../../../db/inbound/late-revisions.ts";

/** A send's result is seldom later than this, and then maintenance applies what waited. */
export const REVISION_MINUTES = 10;

/**
 * Changes our own messages that were edited or taken back before the result of
 * their send said which they are, so that sending does not have to.
 */
export async function applyRevisions(sql: Sql): Promise<void> {
  await applyLateRevisions(sql, REVISION_MINUTES);
}
