import type { Logger } from "pino";
import type { Sql } from "../../../db/connection/client.ts";
import { isDisconnected } from "../../../db/connection/connection-errors.ts";
import type { Found } from "../../../db/maintenance/look-around.ts";
import { createUnlessBusy } from "../../lib/serial.ts";
import { sleep } from "../../lib/sleep.ts";
import type { FindTemplate } from "../../message-types/message-text.ts";
import { addEarlier } from "./earlier.ts";
import { createFollower } from "./follow.ts";

/** For how long earlier messages are added before what is new is looked for again. */
const STEP_MS = 2000;
/** Between two steps: as long as one took, and no less. */
const BREATHE_MS = 50;

type Dependencies = { sql: Sql; templates: { find: FindTemplate }; log: Logger };

export type SearchIndex = {
  /** Adds what is new, if the log of events has news, and what was there before the index. */
  look(found: Pick<Found, "newestEvent" | "earlierMessages">): void;
  /** Ends it, and waits for the step in progress. */
  stop(): Promise<void>;
};

/** Keeps the index of the words of messages, beside the work itself, which is not held up. */
export function createSearchIndex({ sql, templates, log }: Dependencies): SearchIndex {
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = createFollower(sql, templates.find);
  let newest = 0;
  /** The newest position at which there was nothing new. */
  let followed: number | null = null;

  async function addAll(): Promise<void> {
    let hasMore = true;
    while (hasMore && !signal.aborted) {
      const began = performance.now();
      const from = newest;
      if (!(await follow())) followed = from;
      hasMore = await addEarlier(sql, templates.find, STEP_MS, signal);
      if (hasMore) await sleep(Math.min(Math.max(BREATHE_MS, performance.now() - began), STEP_MS), signal);
    }
  }

  const adding = createUnlessBusy(addAll, (cause) => {
    if (!isDisconnected(cause)) log.warn({ err: cause }, "indexing messages failed; tried again");
  });
  return {
    look({ newestEvent, earlierMessages }) {
      newest = newestEvent;
      if (newest !== followed || earlierMessages) adding.begin();
    },
    async stop() {
      stopping.abort();
      await adding.done();
    },
  };
}
