import type { Report } from "../behaviours.ts";
import { sayInGroup } from "../groups/saying.ts";
import { say } from "../sending/saying.ts";
import { receipt } from "../sending/stanzas.ts";
import type { World } from "../world.ts";
import type { Contents } from "./contents.ts";
import { type Arrival, aboutOf, chatOf } from "./incoming.ts";

/** Messages about another message are delivered, and never read. */
const QUIET = ["edit", "revoke", "reaction", "poll_vote", "event_reply", "protocol"];
const PLAYABLE = ["voice", "video_note"];

/** Reports a message as its recipient does, moment by moment, and lets the recipient write back. */
export function report(world: World, arrival: Arrival, { kind }: Contents): void {
  const { timings, timers } = world;
  const { reports, reply, delayMs, blocks } = world.behaviours.of(arrival.person.number);
  if (blocks && wroteBefore(world, arrival)) return;
  const moments = [timings.deliveredMs, timings.readMs, timings.playedMs];
  for (const [moment, wanted] of reports.entries()) {
    const allowed = wanted.filter((status) => isReported(world, arrival, kind, status));
    if (allowed.length === 0) continue;
    timers.after((moments[moment] ?? 0) + delayMs, () => {
      for (const status of allowed) send(world, arrival, status);
    });
  }
  if (reply !== null && !QUIET.includes(kind))
    timers.after(timings.readMs + delayMs, () => sendReply(world, arrival, reply));
}

/** Whether the sender wrote to this person before. */
function wroteBefore(world: World, arrival: Arrival): boolean {
  const { chat } = chatOf(arrival);
  const id = arrival.stanza.attrs.id;
  return world.messageLog
    .list(arrival.person)
    .some((one) => one.chat === chat && one.id !== id && !one.fromMe);
}

/** Those who have companions read on them, not on the phone. */
function isReported(world: World, { person }: Arrival, kind: string, status: Report): boolean {
  if (status === "delivered") return true;
  if (QUIET.includes(kind) || world.companionsOf(person.number).length > 0) return false;
  return status === "read" || PLAYABLE.includes(kind);
}

function send(world: World, arrival: Arrival, status: Report): void {
  const about = aboutOf(world, arrival);
  world.switchboard.deliver(arrival.sender, receipt(about, status === "delivered" ? undefined : status));
  world.messageLog.change(arrival.person, about.id, { status });
}

function sendReply(world: World, { person, sender, form, group }: Arrival, reply: string): void {
  if (group !== undefined) {
    // nobody answers a status
    const known = world.groups.find(group.id);
    if (known !== undefined) sayInGroup(world, person, known, { message: { conversation: reply } });
    return;
  }
  const to = world.persons.of(sender.account.number);
  say(world, { from: person, to, form, saying: { message: { conversation: reply } } });
}
