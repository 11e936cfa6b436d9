import type { Sql } from "../../db/connection/client.ts";
import { type InboundBacklog, inboundBacklog } from "../../db/inbound/inbound.ts";

/** From then on what waits to be processed is a sign that something is wrong, in seconds. */
export const LONG_WAIT_SECONDS = 60;

/** For so long a result is good: monitors may ask as often as they like. */
const FRESH_MS = 1000;

/** The calls that wait to be processed and those set aside, read from the database once a second at most. */
export function createBacklogWatch(sql: Sql): () => Promise<InboundBacklog> {
  let reading: Promise<InboundBacklog> | null = null;
  let askedAt = 0;
  return () => {
    if (reading === null || performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now();
      reading = inboundBacklog(sql);
      // this caller gets the error; the next one reads again
      reading.catch(() => {
        reading = null;
      });
    }
    return reading;
  };
}
