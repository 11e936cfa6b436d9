import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { expireMessages } from "../../db/messages/ends.ts";

const EVERY_MILLISECONDS = 2000;
/** Where looking takes long, it is done less often: this many times as long lies between two looks. */
const SHARE = 50;

/**
 * Ends the messages that wait past their end, whatever holds up their lanes.
 * Looks every two seconds; one daemon at a time. Returns how to stop, which
 * waits for the look that is under way.
 */
export function startExpiry(sql: Sql, log: Logger): () => Promise<void> {
  const stopped = Promise.withResolvers<void>();
  let stopping = false;

  async function look(): Promise<void> {
    const ended = await expireMessages(sql);
    if (ended > 0) log.info({ messages: ended }, "messages were not sent before their end");
  }

  async function lookOn(): Promise<void> {
    let took = 0;
    while (true) {
      await Promise.race([Bun.sleep(Math.max(EVERY_MILLISECONDS, took * SHARE)), stopped.promise]);
      if (stopping) return;
      const began = performance.now();
      await look().catch((cause: unknown) => log.warn({ err: cause }, "ending messages failed; tried again"));
      took = performance.now() - began;
    }
  }

  const looking = lookOn();
  return async () => {
    stopping = true;
    stopped.resolve();
    await looking;
  };
}
