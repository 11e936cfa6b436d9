import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { isDisconnected } from "../../db/connection/connection-errors.ts";
import { createTrafficCounter } from "../../db/overview/traffic-counts.ts";
import { sleep } from "../lib/sleep.ts";

const EVERY_MS = 5000;
const EVENTS_AT_ONCE = 5000;

/**
 * Counts what went through every few seconds, from the log of events and beside the work itself, which is not held up.
 * Returns a function that stops it, and waits for the count in progress.
 */
export function startTrafficCount({ sql, log }: { sql: Sql; log: Logger }): () => Promise<void> {
  const stopping = new AbortController();
  const count = createTrafficCounter(sql);

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const read = await count(EVENTS_AT_ONCE).catch((cause: unknown) => {
        if (!isDisconnected(cause)) log.warn({ err: cause }, "counting the traffic failed; tried again");
        return 0;
      });
      if (read === null || read < EVENTS_AT_ONCE) await sleep(EVERY_MS, stopping.signal);
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
