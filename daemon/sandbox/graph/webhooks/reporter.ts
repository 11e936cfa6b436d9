import { newWamid } from "../http/ids.ts";
import type { Accepted } from "../messages/message-log.ts";
import { type Recipient, recipientOf } from "../messages/recipients.ts";
import type { Timings } from "../options.ts";
import type { People } from "../people.ts";
import { seconds, sender, textFrom } from "./body.ts";
import type { Outbox } from "./outbox.ts";
import { sharedContact } from "./shared-contact.ts";
import { createTimeline } from "./timeline.ts";

type Known = { outbox: Outbox; people: People };

export type Reporter = { follow(call: Accepted): void; pending(): number; clear(): void };

/** Reports every accepted message the way its recipient does, at the sandbox's three moments. */
export function createReporter(timings: Timings, outbox: Outbox, people: People): Reporter {
  const delays = [timings.sentMs, timings.deliveredMs, timings.readMs];
  const timeline = createTimeline<Accepted>(delays, (call, step) => {
    const recipient = recipientOf(call.to ?? "");
    report(outbox, call, recipient, step);
    if (step === delays.length - 1) reply({ outbox, people }, call, recipient);
  });
  return { follow: timeline.add, pending: timeline.size, clear: timeline.clear };
}

function report(outbox: Outbox, call: Accepted, recipient: Recipient, step: number): void {
  const marketing = call.category === "marketing" ? recipient.marketing : undefined;
  for (const status of (marketing ?? recipient.reports)[step] ?? []) {
    outbox.push({ kind: "status", phone: call.phone, call, status, at: Date.now() });
  }
}

function reply({ outbox, people }: Known, call: Accepted, recipient: Recipient): void {
  if (call.to === null) return;
  if (call.byUserId && call.asksForNumber) share({ outbox, people }, call, call.to);
  if (recipient.reply === undefined) return;
  const message = textFrom(call.to, newWamid(call.to, "inbound"), recipient.reply);
  outbox.push({ kind: "message", phone: call.phone, from: call.to, ...people.profile(call.to), message });
}

/** A person who hides their number shares it on request. */
function share({ outbox, people }: Known, { phone, wamid }: Accepted, from: string): void {
  const id = newWamid(from, "inbound");
  const given = { ...sender(from), id, timestamp: seconds(Date.now()), context: { id: wamid } };
  const message = { ...given, ...sharedContact(from) };
  outbox.push({ kind: "message", phone, from, ...people.profile(from), message });
}
