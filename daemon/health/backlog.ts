import type { Sql } from "../../db/connection/client.ts";
import { type InboundBacklog, inboundBacklog } from "../../db/inbound/inbound.ts";

/** From then on what waits to be processed is a sign that something is wrong, in seconds. */
export const LONG_WAIT_SECONDS = 60;

/** For so long a result is good: monitors may ask as often as they like. */
const FRESH_MS = 1000;

/** What waits to be processed and what is set aside, asked of the database once a second at most. */
export function createBacklogWatch(sql: Sql): () => Promise<InboundBacklog> {
  let asked: Promise<InboundBacklog> | null = null;
  let askedAt = 0;
  return () => {
    if (asked === null || performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now();
      asked = inboundBacklog(sql);
      // whoever asks gets the error; the next one asks again
      asked.catch(() => {
        asked = null;
      });
    }
    return asked;
  };
}
