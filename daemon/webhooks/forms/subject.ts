import { isObject } from "../../lib/objects.ts";

/** What an event is about, as its body names it; null where it names none. */
export type Subject = {
  messageId: string | null;
  contactId: string | null;
  channelId: string | null;
  /** It was made to try something out. */
  isTest: boolean;
};

/** The body of an event, and what it is about. */
export type ParsedEvent = { body: Record<string, unknown>; subject: Subject };

export function parseEvent(text: string): ParsedEvent {
  const parsed: unknown = JSON.parse(text);
  const body = isObject(parsed) ? parsed : {};
  const named = (name: string) => (typeof body[name] === "string" ? body[name] : null);
  return {
    body,
    subject: {
      messageId: named("message_id"),
      contactId: named("contact_id"),
      channelId: named("channel_id"),
      isTest: body.test === true,
    },
  };
}
