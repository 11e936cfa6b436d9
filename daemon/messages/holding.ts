import type { ChannelRow } from "../../db/channels/channels.ts";
import type { Caller } from "../http/caller.ts";
import type { MessageType } from "../message-types/message-type.ts";
import type { AcceptRequest } from "./accept/accept.ts";

const MINUTE_SECONDS = 60;

/**
 * What a send has to do with who holds its conversation: a bot's keeps out, and on some channels who answers takes it.
 * Null for neither, and for what answers nobody: templates, which are notices, and operations.
 */
export function holdingOf(
  { bot = null }: Pick<Caller, "bot">,
  { settings }: Pick<ChannelRow, "settings">,
  { type, addressed }: Pick<MessageType, "type" | "addressed">,
): NonNullable<AcceptRequest["holding"]> | null {
  const minutes = settings.hold_on_answer?.minutes;
  if (!addressed || type === "template" || (bot === null && minutes === undefined)) return null;
  return { when_held: bot, seconds: minutes === undefined ? null : minutes * MINUTE_SECONDS };
}
