import { newWamid } from "../http/ids.ts";
import type { Accepted } from "../messages/message-log.ts";
import { type Recipient, recipientOf } from "../messages/recipients.ts";
import type { Timings } from "../options.ts";
import { textFrom } from "./body.ts";
import type { Outbox } from "./outbox.ts";
import { createTimeline } from "./timeline.ts";

export type Reporter = { follow(call: Accepted): void; pending(): number; clear(): void };

/** Reports every accepted message the way its recipient does, at the sandbox's three moments. */
export function createReporter(timings: Timings, outbox: Outbox): Reporter {
  const delays = [timings.sentMs, timings.deliveredMs, timings.readMs];
  const timeline = createTimeline<Accepted>(delays, (call, step) => {
    const recipient = recipientOf(call.to ?? "");
    report(outbox, call, recipient, step);
    if (step === delays.length - 1) reply(outbox, call, recipient);
  });
  return { follow: timeline.add, pending: timeline.size, clear: timeline.clear };
}

function report(outbox: Outbox, call: Accepted, recipient: Recipient, step: number): void {
  for (const status of recipient.reports[step] ?? []) {
    outbox.push({ kind: "status", phone: call.phone, call, status, at: Date.now() });
  }
}

function reply(outbox: Outbox, call: Accepted, recipient: Recipient): void {
  if (recipient.reply === undefined || call.to === null) return;
  const message = textFrom(call.to, newWamid(call.to, "inbound"), recipient.reply);
  outbox.push({ kind: "message", phone: call.phone, from: call.to, name: "Sandbox Recipient", message });
}
