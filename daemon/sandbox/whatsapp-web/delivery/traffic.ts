import type { BinaryNode } from "baileys";
import { deedsOf, punish } from "../bans/enforce.ts";
import { endWith } from "../faults/endings.ts";
import type { Fault } from "../faults/faults.ts";
import { node, seconds } from "../wire/nodes.ts";
import type { Online, World } from "../world.ts";
import { forwardMessage } from "./forwarding.ts";
import { cappingOf, countNewChat } from "./new-chats.ts";

type MessageFault = Pick<Fault, "fault" | "delayMs">;

/** How late messages to slow numbers are acknowledged. */
const SLOW_MS = 5_000;

/** Takes a companion's message: the server acknowledges it, and the people get it, unless a fault says otherwise. */
export function takeMessage(world: World, online: Online, stanza: BinaryNode): void {
  const { companion, connection } = online;
  const fault = world.faults.take("message", companion.account.number) ?? faultOf(world, online, stanza);
  if (fault !== undefined && endWith(connection, fault.fault, false)) return;
  if (fault?.fault === "lost") return;
  const error = fault === undefined ? undefined : errorOf(fault);
  acknowledge(online, acknowledgement(stanza, error), fault);
  if (error !== undefined) return;
  const deeds = deedsOf(world, companion, stanza);
  countNewChat(world, companion, stanza);
  forwardMessage(world, companion, stanza);
  world.people.receive(companion, stanza);
  if (deeds !== null) punish(world, companion, deeds);
}

/** The fault by the recipient's number, or by a lock of the account. */
function faultOf(world: World, { companion }: Online, stanza: BinaryNode): MessageFault | undefined {
  const number = world.phones.numberAt(stanza.attrs.to);
  if (number === undefined) return undefined;
  const sender = companion.account.number;
  const fault =
    world.people.acknowledgementFault(number) ?? (mayWriteTo(world, sender, number) ? undefined : "ack_463");
  return fault && { fault, delayMs: SLOW_MS };
}

/** While its account is locked or has begun all chats that it may, a number may only write to people it has a chat with. */
function mayWriteTo(world: World, sender: string, number: string): boolean {
  const { lockedUntil } = world.restrictions.of(sender);
  const isLocked = lockedUntil !== null && Date.parse(lockedUntil) > Date.now();
  const isFree = !isLocked && cappingOf(world, sender) !== "CAPPED";
  return isFree || number === sender || world.people.haveChat(number, sender);
}

/** `ack_463` is 463. */
function errorOf({ fault }: MessageFault): string | undefined {
  return /^ack_(\d{3})$/.exec(fault)?.[1];
}

function acknowledge({ connection }: Online, ack: BinaryNode, fault: MessageFault | undefined): void {
  if (fault?.fault === "no_ack") return;
  if (fault?.fault === "slow_ack") setTimeout(() => connection.send(ack), fault.delayMs).unref();
  else connection.send(ack);
}

function acknowledgement({ attrs }: BinaryNode, error: string | undefined): BinaryNode {
  const { id, to, participant } = attrs;
  return node("ack", { class: "message", id, from: to, participant, t: seconds(), error });
}
