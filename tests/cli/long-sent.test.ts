/** The note on a message that stays `sent`. */
import { expect, test } from "bun:test";
import { describeLongSent } from "../../cli/commands/messages/long-sent.ts";
import { outcomeOf } from "../../cli/commands/send/outcome.ts";
import type { Message } from "../../cli/lib/api/types/messages.ts";

const NOW = new Date("2026-01-02T12:00:00Z");

function sent(at: string, more: Partial<Message> = {}): Message {
  const entry = { status: "sent" as const, at };
  // the rest of a message is of no interest here
  return { id: "m_1", direction: "outbound", status: "sent", status_history: [entry], ...more } as Message;
}

test("a message that is sent for more than ten minutes says for how long, and what that means", () => {
  expect(describeLongSent(sent("2026-01-02T10:00:00Z"), NOW)).toBe(
    "not delivered for 2h: their phone is off or out of reach, or they blocked this number",
  );
  expect(describeLongSent(sent("2026-01-02T11:51:00Z"), NOW)).toBeNull();
  expect(describeLongSent(sent("2026-01-02T10:00:00Z", { status: "delivered" }), NOW)).toBeNull();
  expect(describeLongSent(sent("2026-01-02T10:00:00Z", { direction: "inbound" }), NOW)).toBeNull();
});

test("waiting for more than sent ends with what sent means", () => {
  const hint = (target: string, message: Message) =>
    outcomeOf({ end: "timeout", message }, target, 60_000)?.details.hint;
  expect(hint("delivered", sent(NOW.toISOString()))).toStartWith(
    "Sent, but not delivered: their phone is off",
  );
  expect(hint("delivered", sent(NOW.toISOString(), { status: "queued" }))).toStartWith("It may still arrive");
});
