import type { Behaviour } from "../behaviours.ts";
import type { PhoneEvent } from "../feed.ts";
import type { PhoneMessage } from "../phone-message.ts";
import { readContents } from "../receiving/contents.ts";
import { baileys } from "../signal/libraries.ts";

/** A message as the control routes show it: its protocol buffers as JSON, the rest in the API's spelling. */
export function shownMessage({ raw, fromMe, ...message }: PhoneMessage): object {
  const decoded = baileys().proto.Message.decode(Buffer.from(raw, "base64"));
  return { ...message, from_me: fromMe, content: readContents(decoded).inner };
}

/** An event as the control routes show it. */
export function shownEvent(event: PhoneEvent): object {
  return "message" in event ? { ...event, message: shownMessage(event.message) } : event;
}

/** A behaviour as the control routes show it. */
export function shownBehaviour<T extends Behaviour>({
  onWhatsApp,
  respondsToRequests,
  delayMs,
  ...rest
}: T): object {
  return { ...rest, on_whatsapp: onWhatsApp, answers_requests: respondsToRequests, delay_ms: delayMs };
}
