import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { expireMessages } from "../../db/messages/ends.ts";

/** Ends the messages that wait past their end, whatever holds up their lanes; does nothing while another daemon does so. */
export async function endMessages(sql: Sql, log: Logger): Promise<void> {
  const ended = await expireMessages(sql);
  if (ended > 0) log.info({ messages: ended }, "messages were not sent before their end");
}
