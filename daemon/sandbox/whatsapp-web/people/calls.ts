import { randomBytes } from "node:crypto";
import type { BinaryNode } from "baileys";
import type { Device } from "../link.ts";
import { children, node, seconds } from "../wire/nodes.ts";
import { addressOf } from "./identity/addresses.ts";
import type { Person } from "./identity/persons.ts";
import type { World } from "./world.ts";

/** Outcomes of a call: the owner of the number takes or rejects it on the phone, or a companion rejects it. */
export const CALL_OUTCOMES = ["missed", "accepted", "rejected"] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** A call and its outcome. */
export type EndedCall = { id: string; outcome: CallOutcome };

/**
 * How somebody calls, and what it comes to when it has rung so long, unless a companion rejects it; with `group`, it is a
 * call to all in a group.
 */
export type Ring = { ringMs: number; video: boolean; outcome: CallOutcome; group?: string | undefined };

/** What the caller's server reports of a call that no longer rings. */
const REASONS: Record<CallOutcome, Record<string, string>> = {
  missed: { reason: "timeout" },
  accepted: { reason: "accepted_elsewhere" },
  rejected: { reason: "rejected_elsewhere" },
};

/** Somebody calls a number with companions; resolves when it rings no more. */
export function placeCall(
  world: World,
  from: Person,
  to: Person,
  { ringMs, video, outcome, group }: Ring,
): Promise<EndedCall> {
  const id = randomBytes(16).toString("hex").toUpperCase();
  const { promise, resolve } = Promise.withResolvers<EndedCall>();
  const media = video ? [node("audio"), node("video")] : [node("audio")];
  const where = group === undefined ? {} : { type: "group", "group-jid": group };
  ring(world, from, to, callPart(world, from, { tag: "offer", id, media, where }));
  world.calls.set(id, () => {
    world.calls.delete(id);
    resolve({ id, outcome: "rejected" });
  });
  world.timers.after(ringMs, () => {
    if (!world.calls.delete(id)) return;
    const ended = callPart(world, from, { tag: "terminate", id, where: REASONS[outcome] });
    ring(world, from, to, ended);
    // the caller's companions learn it from the other side
    ring(world, to, from, ended);
    resolve({ id, outcome });
  });
  return promise;
}

/** A companion's `<call>`: it rejects one. */
export function receiveCall({ calls }: World, _device: Device, stanza: BinaryNode): void {
  for (const { attrs } of children(stanza, "reject")) calls.get(attrs["call-id"] ?? "")?.();
}

type Part = { tag: string; id: string; media?: BinaryNode[]; where?: Record<string, string> };

/** A caller is named by LID; the number stands beside it, unless it is hidden. */
function callPart({ behaviours }: World, by: Person, { tag, id, media, where }: Part): BinaryNode {
  const isShown = behaviours.of(by.number).number !== "hidden";
  const caller_pn = isShown ? addressOf(by, "s.whatsapp.net") : undefined;
  return node(tag, { "call-id": id, "call-creator": addressOf(by, "lid"), caller_pn, ...where }, media ?? []);
}

function ring({ companionsOf, switchboard }: World, from: Person, to: Person, part: BinaryNode): void {
  for (const device of companionsOf(to.number)) {
    const attributes = { id: crypto.randomUUID(), from: addressOf(from, "lid"), t: seconds() };
    switchboard.deliver(device, node("call", attributes, [part]));
  }
}
