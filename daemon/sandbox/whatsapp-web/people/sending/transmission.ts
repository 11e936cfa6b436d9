import { randomBytes } from "node:crypto";
import type { BinaryNode } from "baileys";
import type { Bundle, Device } from "../../link.ts";
import { bytes, child, fromBigEndian, node } from "../../wire/nodes.ts";
import type { Person } from "../identity/persons.ts";
import { baileys } from "../signal/libraries.ts";
import { laneOf, type World } from "../world.ts";
import type { Outline } from "./outline.ts";

const SENT = "people/sent/";

/** Encrypts a message for a companion and gives it to the switchboard, after those that came before it. */
export function transmit(world: World, person: Person, device: Device, outline: Outline): void {
  world.lanes.run(laneOf(person, device), async () => {
    if (!(await prepare(world, person, device))) return wait(world, person, device, outline);
    await seal(world, person, device, outline);
  });
}

/** Sends what waited for the companion's first keys. */
export function release(world: World, device: Device): void {
  const waiting = world.waiting.get(device.jid) ?? [];
  world.waiting.delete(device.jid);
  for (const { person, outline } of waiting) transmit(world, person, device, outline);
}

function wait({ waiting }: World, person: Person, device: Device, outline: Outline): void {
  waiting.set(device.jid, [...(waiting.get(device.jid) ?? []), { person, outline }]);
}

/** Makes sure that there is a session; false when the companion has uploaded no keys. */
async function prepare({ sessions, switchboard }: World, person: Person, device: Device): Promise<boolean> {
  if (sessions.has(person, device)) return true;
  const bundle = switchboard.takeBundle(device);
  if (bundle === undefined) return false;
  await sessions.start(person, device, bundle);
  return true;
}

async function seal(world: World, person: Person, device: Device, outline: Outline): Promise<void> {
  const { attrs, plain, envelope, beside, unreadable = 0 } = outline;
  if (plain === null) {
    const stanza = node("message", attrs, [node("unavailable", envelope), ...beside]);
    return world.switchboard.deliver(device, stanza);
  }
  const envelopes = await envelopesOf(world, person, device, { ...outline, plain });
  const left = { ...outline, unreadable: Math.max(0, unreadable - 1) };
  world.keep.set(sentKey(device, attrs.id), JSON.stringify({ root: person.root, outline: left }));
  world.switchboard.deliver(device, node("message", attrs, [...envelopes, ...beside]));
}

type Sealed = Outline & { plain: string };

/** One envelope for the companion; in a group the one that all get, and with the first one its key. */
async function envelopesOf(
  world: World,
  person: Person,
  device: Device,
  outline: Sealed,
): Promise<BinaryNode[]> {
  const { plain, envelope, group, unreadable = 0 } = outline;
  const seal = async (message: Uint8Array, more: Record<string, string>) => {
    const padded = baileys().writeRandomPadMax16(message);
    const { type, ciphertext } = await world.sessions.encrypt(person, device, padded);
    return unreadable > 0
      ? node("enc", { v: "2", type: "msg", ...more }, spoiled(ciphertext))
      : node("enc", { v: "2", type, ...more }, ciphertext);
  };
  if (group === undefined) return [await seal(Buffer.from(plain, "base64"), envelope)];
  // a retry goes to this companion alone
  if (envelope.count !== undefined) return [await seal(withKey(group, plain), envelope)];
  const sealed = Buffer.from(group.ciphertext, "base64");
  const ciphertext = unreadable > 0 ? spoiled(sealed) : sealed;
  const forAll = node("enc", { v: "2", type: "skmsg", ...envelope }, ciphertext);
  if (world.senderKeys.isGiven(group.id, person, device)) return [forAll];
  world.senderKeys.give(group.id, person, device);
  return [await seal(withKey(group, ""), {}), forAll];
}

/** A message with the key to those of its group. */
function withKey({ id, distribution }: NonNullable<Outline["group"]>, plain: string): Uint8Array {
  const { proto } = baileys();
  const message = proto.Message.decode(Buffer.from(plain, "base64"));
  const axolotlSenderKeyDistributionMessage = Buffer.from(distribution, "base64");
  const senderKeyDistributionMessage = { groupId: id, axolotlSenderKeyDistributionMessage };
  return proto.Message.encode({ ...message, senderKeyDistributionMessage }).finish();
}

/** Of the version of Signal's protocol that the ciphertext is of, and encrypted with nobody's keys. */
function spoiled(ciphertext: Uint8Array): Uint8Array {
  return Buffer.concat([ciphertext.subarray(0, 1), randomBytes(ciphertext.length)]);
}

function sentKey(device: Device, id: string | undefined): string {
  return `${SENT}${device.jid}/${id}`;
}

/** Forgets what a companion has received. */
export function settle({ keep }: World, device: Device, id: string): void {
  keep.delete(sentKey(device, id));
}

/** Forgets everything that was for a companion. */
export function forgetTransmissions({ keep, waiting }: World, device: Device): void {
  waiting.delete(device.jid);
  for (const key of keep.keys(`${SENT}${device.jid}/`)) keep.delete(key);
}

/** Sends a companion a copy of a message that can be decrypted. False when it has read it, or the message is not known. */
export function transmitCopy(world: World, person: Person, device: Device, id: string): boolean {
  const stored = world.keep.get(sentKey(device, id));
  if (stored === undefined) return false;
  const { outline }: { outline: Outline } = JSON.parse(stored);
  transmit(world, person, device, { ...outline, unreadable: 0 });
  return true;
}

/**
 * Encrypts a message once more, in a new session: with the keys in the companion's retry receipt or, where
 * there are none, with those it has on the server. False when the message is not known.
 */
export function transmitAgain(world: World, person: Person, device: Device, receipt: BinaryNode): boolean {
  const stored = world.keep.get(sentKey(device, receipt.attrs.id));
  if (stored === undefined) return false;
  const { outline }: { outline: Outline } = JSON.parse(stored);
  const count = child(receipt, "retry")?.attrs.count ?? "1";
  world.lanes.run(laneOf(person, device), async () => {
    const bundle = bundleOf(receipt, device) ?? world.switchboard.takeBundle(device);
    if (bundle !== undefined) await world.sessions.start(person, device, bundle);
    await seal(world, person, device, { ...outline, envelope: { ...outline.envelope, count } });
  });
  return true;
}

function bundleOf(receipt: BinaryNode, { identityKey }: Device): Bundle | undefined {
  const keys = child(receipt, "keys");
  const signed = child(keys, "skey");
  const preKey = child(keys, "key");
  if (signed === undefined) return undefined;
  const id = (of: BinaryNode) => fromBigEndian(bytes(child(of, "id")));
  return {
    registrationId: fromBigEndian(bytes(child(receipt, "registration"))),
    identityKey,
    signedPreKey: {
      id: id(signed),
      key: bytes(child(signed, "value")),
      signature: bytes(child(signed, "signature")),
    },
    ...(preKey && { preKey: { id: id(preKey), key: bytes(child(preKey, "value")) } }),
  };
}
