import type { Biller } from "../billing/biller.ts";
import { type CallPermissions, replyOf } from "../calls/permissions.ts";
import type { Clock } from "../clock.ts";
import { newWamid } from "../http/ids.ts";
import type { Accepted } from "../messages/message-log.ts";
import { type Recipient, recipientOf } from "../messages/recipients.ts";
import type { Timings } from "../options.ts";
import type { People } from "../people.ts";
import { seconds, sender, textFrom } from "./body.ts";
import type { Outbox } from "./outbox.ts";
import { sharedContact } from "./shared-contact.ts";
import { createTimeline } from "./timeline.ts";

type Known = {
  outbox: Outbox;
  people: People;
  clock: Clock;
  biller: Biller;
  callPermissions: CallPermissions;
};

export type Reporter = { follow(call: Accepted): void; pending(): number; clear(): void };

/** Reports every accepted message the way its recipient does, at the sandbox's three moments. */
export function createReporter(timings: Timings, known: Known): Reporter {
  const delays = [timings.sentMs, timings.deliveredMs, timings.readMs];
  const timeline = createTimeline<Accepted>(delays, (call, step) => {
    if (call.members !== null) return reportInGroup(known, call, call.members, step);
    const recipient = recipientOf(call.to ?? "");
    report(known, call, recipient, step);
    if (step === delays.length - 1) reply(known, call, recipient);
  });
  return { follow: timeline.add, pending: timeline.size, clear: timeline.clear };
}

function report({ outbox, clock, biller }: Known, call: Accepted, recipient: Recipient, step: number): void {
  const marketing = call.category === "marketing" ? recipient.marketing : undefined;
  for (const status of (marketing ?? recipient.reports)[step] ?? []) {
    const at = clock.now();
    const pricing = call.bill === null ? undefined : biller.report(call.bill, status, at);
    outbox.push({ kind: "status", phone: call.phone, call, status, at, pricing });
  }
}

/** A group's message goes out once; then each of its people reports for themselves, and is billed. */
function reportInGroup(
  { outbox, clock, biller }: Known,
  call: Accepted,
  members: readonly string[],
  step: number,
) {
  const status = { kind: "status", phone: call.phone, call, at: clock.now(), pricing: undefined } as const;
  if (step === 0) return outbox.push({ ...status, status: "sent" });
  for (const member of members)
    for (const name of recipientOf(member).reports[step] ?? []) {
      const bill = call.memberBills?.get(member);
      const pricing = bill === undefined ? undefined : biller.report(bill, name, status.at);
      outbox.push({ ...status, status: name, member, pricing });
    }
}

function reply(known: Known, call: Accepted, recipient: Recipient): void {
  const { outbox, people, clock } = known;
  if (call.to === null) return;
  if (call.byUserId && call.asksForNumber) share(known, call, call.to);
  if (call.type === "interactive.call_permission_request") permit(known, call, call.to);
  if (recipient.reply === undefined) return;
  const message = textFrom(call.to, newWamid(call.to, "inbound"), recipient.reply, clock.now());
  outbox.push({ kind: "message", phone: call.phone, from: call.to, ...people.profile(call.to), message });
}

/** Who is asked allows calls for seven days. */
function permit({ outbox, people, clock, callPermissions }: Known, call: Accepted, from: string): void {
  const { phone, wamid } = call;
  const reply = replyOf({}, clock.now());
  callPermissions.answer(phone.id, from, reply);
  const id = newWamid(from, "inbound");
  const given = { ...sender(from), id, timestamp: seconds(clock.now()), context: { id: wamid } };
  const interactive = { type: "call_permission_reply", call_permission_reply: reply };
  const message = { ...given, type: "interactive", interactive };
  outbox.push({ kind: "message", phone, from, ...people.profile(from), message });
}

/** A person who hides their number shares it on request. */
function share({ outbox, people, clock }: Known, { phone, wamid }: Accepted, from: string): void {
  const id = newWamid(from, "inbound");
  const given = { ...sender(from), id, timestamp: seconds(clock.now()), context: { id: wamid } };
  const message = { ...given, ...sharedContact(from) };
  outbox.push({ kind: "message", phone, from, ...people.profile(from), message });
}
