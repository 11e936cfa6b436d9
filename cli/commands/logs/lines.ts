import type { RequestLine } from "../../lib/api/types/logs.ts";
import type { LoggedEvent } from "../../lib/api/types/webhooks.ts";

/** An answered request. */
export type RequestEntry = { kind: "request" } & RequestLine;

/** One step of a message. */
export type MessageEntry = {
  kind: "message";
  /** When it became known here. */
  at: string;
  direction: "out" | "in";
  status: string;
  /** Milliseconds since the message was accepted; null of those that came in. */
  age_ms: number | null;
  number: string | null;
  type: string | null;
  message_id: string;
  channel_id: string | null;
  conversation_id: string | null;
  error: { code: string; title: string; provider_code: string | null } | null;
  /** When it happened, as WhatsApp says it: in whole seconds. */
  reported_at: string | null;
};

export type Entry = RequestEntry | MessageEntry;

/** The events of a message's steps. */
export const MESSAGE_EVENTS = "message.new,message.status_update";

export function requestEntry(line: RequestLine): RequestEntry {
  return { kind: "request", ...line };
}

/** The step of a message in an event. Fields that an older daemon lacks are null. */
export function messageEntry({ type, created_at, body }: LoggedEvent): MessageEntry {
  const members = new Map<string, unknown>(Object.entries(body));
  const text = (name: string) => {
    const value = members.get(name);
    return typeof value === "string" ? value : null;
  };
  const isStep = type !== "message.new";
  const isOut = isStep || text("direction") === "outbound";
  const id = text("message_id") ?? "";
  return {
    kind: "message",
    at: created_at,
    direction: isOut ? "out" : "in",
    status: isStep ? (text("status") ?? "") : isOut ? "sent" : "received",
    age_ms: isStep ? ageAt(id, created_at) : null,
    number: text(isStep ? "to" : "from_phone"),
    type: text("msg_type"),
    message_id: id,
    channel_id: text("channel_id"),
    conversation_id: text("conversation_id"),
    error: errorOf(members.get("error")),
    reported_at: isStep ? text("updated_at") : null,
  };
}

function errorOf(value: unknown): MessageEntry["error"] {
  if (typeof value !== "object" || value === null) return null;
  const { code, title, provider_code } = value as Partial<
    Record<"code" | "title" | "provider_code", unknown>
  >;
  return {
    code: String(code ?? ""),
    title: String(title ?? ""),
    provider_code: typeof provider_code === "string" ? provider_code : null,
  };
}

/** A message's id says when it was accepted: its first 48 bits are milliseconds since 1970 (UUIDv7, RFC 9562, 5.7). */
function ageAt(messageId: string, at: string): number | null {
  const accepted = Number.parseInt(messageId.replaceAll("-", "").slice(0, 12), 16);
  const age = new Date(at).getTime() - accepted;
  return Number.isNaN(age) ? null : Math.max(0, age);
}
