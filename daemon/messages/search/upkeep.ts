import type { Logger } from "pino";
import type { Sql } from "../../../db/connection/client.ts";
import { isDisconnected } from "../../../db/connection/connection-errors.ts";
import { sleep, untilSharedWake } from "../../lib/sleep.ts";
import type { FindTemplate } from "../../message-types/message-text.ts";
import { addEarlier } from "./earlier.ts";
import { createFollower } from "./follow.ts";

const EVERY_MS = 2000;
/** While there are earlier messages to add: as long as it took, and no less. */
const BREATHE_MS = 50;

type Dependencies = { sql: Sql; templates: { find: FindTemplate }; log: Logger };

/**
 * Keeps the index of the words of messages, beside the work itself, which is not held up: every two seconds what is
 * new, and in between what was there before the index. Returns a function that stops it, and waits for the step in
 * progress.
 */
export function startSearchIndex({ sql, templates, log }: Dependencies): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = createFollower(sql, templates.find);

  async function addNext(): Promise<boolean> {
    await follow();
    return await addEarlier(sql, templates.find, EVERY_MS, signal);
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const began = performance.now();
      const hasMore = await addNext().catch((cause: unknown) => {
        if (!isDisconnected(cause)) log.warn({ err: cause }, "indexing messages failed; tried again");
        return false;
      });
      const tookMs = performance.now() - began;
      const rest = hasMore ? Math.min(Math.max(BREATHE_MS, tookMs), EVERY_MS) : untilSharedWake(EVERY_MS);
      await sleep(rest, signal);
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
