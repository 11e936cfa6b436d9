import type { BinaryNode, proto } from "baileys";
import type { Device } from "../../link.ts";
import { isGroup, parseAddress, STATUS } from "../../wire/jids.ts";
import { bytes, child, children } from "../../wire/nodes.ts";
import type { Group } from "../groups/groups.ts";
import { keyIdOf } from "../groups/sender-keys.ts";
import { type Form, formOf } from "../identity/addresses.ts";
import type { Person } from "../identity/persons.ts";
import { type About, retryReceipt } from "../sending/stanzas.ts";
import type { DeviceIdentityCheck } from "../signal/device-identity.ts";
import { baileys } from "../signal/libraries.ts";
import type { Envelope } from "../signal/sessions.ts";
import { isReachable, laneOf, type World } from "../world.ts";

/** A companion's message as it reached one phone. */
export type Arrival = {
  person: Person;
  sender: Device;
  stanza: BinaryNode;
  /** The group it was written in, or what stands for all who see a status. */
  group?: Pick<Group, "id">;
  /** The id of the key that all in the group read it with. */
  keyId?: number;
  /** Receipts come from the form of address that the message was sent to, or clients don't recognise them. */
  form: Form;
};

/** Handles a message that could be read. */
export type Take = (arrival: Arrival, message: proto.IMessage) => Promise<void> | void;

/** WhatsApp's clients request a message that they cannot read so often. */
const MOST_RETRIES = 5;

/** Takes a companion's stanza apart and opens the envelope of every phone that it has one for. */
export function receiveMessage(given: {
  world: World;
  isLinked: DeviceIdentityCheck;
  take: Take;
}): (sender: Device, stanza: BinaryNode) => void {
  const { world } = given;
  return (sender, stanza) => {
    if (isGroup(stanza.attrs.to)) return receiveInGroup(given, sender, stanza);
    if (stanza.attrs.to === STATUS) return receiveStatus(given, sender, stanza);
    const form = formOf(stanza.attrs.to);
    for (const { person, envelope } of partsOf(world, stanza)) {
      const arrival = { person, sender, stanza, form };
      world.lanes.run(laneOf(person, sender), () => open(given, arrival, envelope));
    }
  };
}

/** In a group, everybody's phone gets what all get, and some the key to it beside. */
function receiveInGroup(given: Given, sender: Device, stanza: BinaryNode): void {
  const { world } = given;
  const group = world.groups.find(stanza.attrs.to ?? "");
  if (group === undefined) return;
  for (const person of world.groups.members(group)) {
    const only = stanza.attrs.participant;
    if (only !== undefined && world.persons.at(only)?.root !== person.root) continue;
    const own = partsOf(world, stanza, only).find((part) => part.person.root === person.root);
    const arrival = { person, sender, stanza, group, form: "lid" } as const;
    world.lanes.run(laneOf(person, sender), () => openInGroup(given, arrival, own?.envelope));
  }
}

/** A status goes to those who get the key to it. */
function receiveStatus(given: Given, sender: Device, stanza: BinaryNode): void {
  const { world } = given;
  for (const { person, envelope } of partsOf(world, stanza)) {
    const arrival = { person, sender, stanza, group: { id: STATUS }, form: "lid" } as const;
    world.lanes.run(laneOf(person, sender), () => openInGroup(given, arrival, envelope));
  }
}

async function openInGroup(given: Given, arrival: GroupArrival, own: Envelope | undefined): Promise<void> {
  const { world, isLinked, take } = given;
  const { person, sender, stanza, group } = arrival;
  if (!isOwn(world, arrival) && world.behaviours.spoil(person.number)) return ask(world, arrival);
  if (own?.type === "pkmsg" && !(await isLinked(sender, stanza))) return ask(world, arrival);
  const sealed = own === undefined ? null : await unseal(world, arrival, own);
  const key = sealed?.senderKeyDistributionMessage?.axolotlSenderKeyDistributionMessage;
  if (key) await world.senderKeys.learn(group.id, person, sender, key);
  const forAll = children(stanza, "enc").find(({ attrs }) => attrs.type === "skmsg");
  const message = forAll === undefined ? sealed : await unsealForAll(world, arrival, bytes(forAll));
  if (!message) return ask(world, arrival);
  await take({ ...arrival, ...(forAll && { keyId: keyIdOf(bytes(forAll)) }) }, message);
}

async function unsealForAll(world: World, { person, sender, group }: GroupArrival, ciphertext: Buffer) {
  const { proto, unpadRandomMax16 } = baileys();
  try {
    const padded = await world.senderKeys.decrypt(group.id, person, sender, ciphertext);
    return proto.Message.decode(unpadRandomMax16(padded));
  } catch {
    return undefined;
  }
}

type GroupArrival = Arrival & { group: Pick<Group, "id"> };

type Part = { person: Person; envelope: Envelope };

/** One part per phone; a message to one device only has its envelope directly in the stanza. */
function partsOf(world: World, stanza: BinaryNode, to = stanza.attrs.to): Part[] {
  const participants = child(stanza, "participants");
  const addressed =
    participants === undefined
      ? [{ jid: to, holder: stanza }]
      : children(participants, "to").map((holder) => ({ jid: holder.attrs.jid, holder }));
  return addressed.flatMap(({ jid = "", holder }) => {
    const person = parseAddress(jid)?.device === 0 ? world.persons.at(jid) : undefined;
    const enc = child(holder, "enc");
    if (person === undefined || !isReachable(world, person.number)) return [];
    if (!(enc?.content instanceof Uint8Array)) return [];
    const type = enc.attrs.type === "pkmsg" ? "pkmsg" : "msg";
    return [{ person, envelope: { type, ciphertext: enc.content } }];
  });
}

type Given = Parameters<typeof receiveMessage>[0];

async function open(given: Given, arrival: Arrival, envelope: Envelope): Promise<void> {
  const { world, isLinked, take } = given;
  const { person, sender, stanza } = arrival;
  if (!isOwn(world, arrival) && world.behaviours.spoil(person.number)) return ask(world, arrival);
  if (envelope.type === "pkmsg" && !(await isLinked(sender, stanza))) return ask(world, arrival);
  const message = await unseal(world, arrival, envelope);
  if (message === undefined) return ask(world, arrival);
  await take(arrival, message);
}

async function unseal(world: World, { person, sender }: Arrival, envelope: Envelope) {
  const { proto, unpadRandomMax16 } = baileys();
  try {
    const padded = await world.sessions.decrypt(person, sender, envelope);
    return proto.Message.decode(unpadRandomMax16(padded));
  } catch {
    return undefined;
  }
}

/** A phone that has the message already does not ask for a copy that it cannot read. */
function ask(world: World, arrival: Arrival): void {
  const { person, sender, form } = arrival;
  const about = aboutOf(world, arrival);
  const { id } = about;
  const isKnown = (world.messageLog.find(person, id)?.copies ?? 0) > 0;
  const letter = { id, form, ...chatOf(arrival), device: sender.id };
  const count = world.messageLog.miss(person, { ...letter, fromMe: isOwn(world, arrival) });
  if (isKnown || count > MOST_RETRIES) return;
  world.switchboard.deliver(sender, retryReceipt(world, about, count));
}

/** Whether the phone is the sender's own, which gets a copy of everything. */
export function isOwn(world: World, { person, sender }: Pick<Arrival, "person" | "sender">): boolean {
  return world.persons.of(sender.account.number).root === person.root;
}

/** The addresses of a receipt about the message. A phone's receipt to its own companion names the chat. */
export function aboutOf(world: World, arrival: Arrival): About {
  const { person, form, stanza, group } = arrival;
  const { id = "", to, recipient } = stanza.attrs;
  if (group !== undefined) return { person, form, id, group: group.id };
  return { person, form, id, recipient: isOwn(world, arrival) ? (recipient ?? to) : undefined };
}

/** The chat that a message is in on the phone it reached, and who wrote it there. */
export function chatOf({ sender, group }: Pick<Arrival, "sender" | "group">): {
  chat: string;
  author?: string;
} {
  const { number } = sender.account;
  return group === undefined ? { chat: number } : { chat: group.id, author: number };
}
