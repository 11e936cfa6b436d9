import type { BinaryNode } from "baileys";
import { endWith } from "./endings.ts";
import type { Fault } from "./faults.ts";
import { forwardMessage } from "./forwarding.ts";
import { node, seconds } from "./nodes.ts";
import type { Online, World } from "./world.ts";

/** Takes a companion's message: the server acknowledges it, and the people get it, unless a fault says otherwise. */
export function takeMessage(world: World, online: Online, stanza: BinaryNode): void {
  const { companion, connection } = online;
  const fault = world.faults.take("message", companion.account.number);
  if (fault !== undefined && endWith(connection, fault.fault, false)) return;
  if (fault?.fault === "lost") return;
  const error = fault === undefined ? undefined : errorOf(fault);
  acknowledge(online, acknowledgement(stanza, error), fault);
  if (error !== undefined) return;
  forwardMessage(world, companion, stanza);
  world.people.receive(companion, stanza);
}

/** `ack_463` is 463. */
function errorOf({ fault }: Fault): string | undefined {
  return /^ack_(\d{3})$/.exec(fault)?.[1];
}

function acknowledge({ connection }: Online, ack: BinaryNode, fault: Fault | undefined): void {
  if (fault?.fault === "no_ack") return;
  if (fault?.fault === "slow_ack") setTimeout(() => connection.send(ack), fault.delayMs).unref();
  else connection.send(ack);
}

function acknowledgement({ attrs }: BinaryNode, error: string | undefined): BinaryNode {
  const { id, to, participant } = attrs;
  return node("ack", { class: "message", id, from: to, participant, t: seconds(), error });
}
