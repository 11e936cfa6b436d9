import type { Logger } from "pino";
import type { Sql } from "../../../db/connection/client.ts";
import { applyLateRevisions } from "../../../db/inbound/late-revisions.ts";
import { lookRegularly } from "../../lib/look-regularly.ts";

/** A send's result is seldom later than this, and then maintenance applies what waited. */
const MINUTES = 10;

/**
 * Changes our own messages that were edited or taken back before the result of
 * their send said which they are. Looks every two seconds, so that sending does
 * not have to. Returns how to stop, which waits for the look that is under way.
 */
export function startLateRevisions(sql: Sql, log: Logger): () => Promise<void> {
  async function look(): Promise<void> {
    await applyLateRevisions(sql, MINUTES);
  }
  return lookRegularly(look, (cause) =>
    log.warn({ err: cause }, "changes of messages were not applied; tried again"),
  );
}
