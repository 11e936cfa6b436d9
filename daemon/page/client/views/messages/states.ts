import type { RowOf } from "../../api/call.ts";
import type { Tone } from "../../parts/state.tsx";
import { MESSAGES } from "../../view-words.ts";

export type Message = RowOf<"GET /v1/messages">;

export const STATUS_TONES: Readonly<Record<string, Tone>> = {
  queued: "busy",
  scheduled: "busy",
  sending: "busy",
  sent: "quiet",
  delivered: "good",
  read: "good",
  played: "good",
  failed: "bad",
  cancelled: "quiet",
};

/** Whether it has not gone out, so that it can still be cancelled. */
export function isWaiting({ status }: Pick<Message, "status">): boolean {
  return status === "queued" || status === "scheduled";
}

/** Whom a message is with, as people know them. */
export function personOf(message: Message): string {
  const { contact, group, to, recipient } = message;
  const sender = "from_phone" in message ? (message.from_phone ?? message.from_user_id) : null;
  const number = to ?? sender;
  return (
    group?.subject ??
    contact?.name ??
    (number === null ? null : `+${number}`.replace("++", "+")) ??
    contact?.phone_number ??
    recipient ??
    MESSAGES.nobody
  );
}
