import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { isDisconnected } from "../../db/connection/connection-errors.ts";
import type { Found } from "../../db/maintenance/look-around.ts";
import { createTrafficCounter } from "../../db/overview/traffic-counts.ts";
import { createUnlessBusy } from "../lib/serial.ts";
import { sleep } from "../lib/sleep.ts";

const REST_MS = 5000;
const EVENTS_AT_ONCE = 5000;

export type TrafficCount = {
  /** Counts if the log of events has news. */
  look(found: Pick<Found, "newestEvent">): void;
  /** Ends it, and waits for the count in progress. */
  stop(): Promise<void>;
};

/** Counts what went through every few seconds, from the log of events and beside the work itself, which is not held up. */
export function createTrafficCount({ sql, log }: { sql: Sql; log: Logger }): TrafficCount {
  const stopping = new AbortController();
  const { signal } = stopping;
  const count = createTrafficCounter(sql);
  let newest = 0;
  /** The newest position at which there was nothing left to count. */
  let counted: number | null = null;

  async function countAll(): Promise<void> {
    const from = newest;
    let read: number | null;
    do read = await count(EVENTS_AT_ONCE);
    while (read === EVENTS_AT_ONCE && !signal.aborted);
    if (read === null) counted = from;
    else await sleep(REST_MS, signal);
  }

  const counting = createUnlessBusy(countAll, (cause) => {
    if (!isDisconnected(cause)) log.warn({ err: cause }, "counting the traffic failed; tried again");
  });
  return {
    look({ newestEvent }) {
      newest = newestEvent;
      if (newest !== counted) counting.begin();
    },
    async stop() {
      stopping.abort();
      await counting.done();
    },
  };
}
