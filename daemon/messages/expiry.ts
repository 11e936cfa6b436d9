import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { expireMessages } from "../../db/messages/ends.ts";
import { lookRegularly } from "../lib/look-regularly.ts";

/**
 * Ends the messages that wait past their end, whatever holds up their lanes.
 * Looks every two seconds; one daemon at a time. Returns how to stop, which
 * waits for the look that is under way.
 */
export function startExpiry(sql: Sql, log: Logger): () => Promise<void> {
  async function look(): Promise<void> {
    const ended = await expireMessages(sql);
    if (ended > 0) log.info({ messages: ended }, "messages were not sent before their end");
  }
  return lookRegularly(look, (cause) => log.warn({ err: cause }, "ending messages failed; tried again"));
}
