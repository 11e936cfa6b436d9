import type { BinaryNode } from "baileys";
import { bigEndian, node, seconds } from "../../wire/nodes.ts";
import type { Form } from "../identity/addresses.ts";
import { addressOf } from "../identity/addresses.ts";
import type { Person } from "../identity/persons.ts";
import type { World } from "../world.ts";

/** The byte before a public key that says which curve it is on. */
const KEY_TYPE = Buffer.from([5]);

/** From whom a receipt comes, about which message and, for one's own phone or in a group, in which chat. */
export type About = {
  person: Person;
  form: Form;
  id: string;
  recipient?: string | undefined;
  group?: string | undefined;
};

/** A receipt for a companion's message: delivered without a type. */
export function receipt({ person, form, id, recipient, group }: About, type?: string): BinaryNode {
  const whom = addressOf(person, form);
  const from = group === undefined ? { from: whom } : { from: group, participant: whom };
  return node("receipt", { id, ...from, type, recipient, t: seconds() });
}

/**
 * Asks a companion for a message again. From the second time on the receipt brings the keys for a new
 * session (Baileys, `Utils/signal.js`: `extractE2ESessionFromRetryReceipt`).
 */
export function retryReceipt(world: World, about: About, count: number): BinaryNode {
  const { id } = about;
  const attempt = node("retry", { id, count: String(count), t: seconds(), v: "1", error: "0" });
  const registration = node("registration", {}, bigEndian(world.preKeys.registrationId(about.person), 4));
  const keys = count > 1 ? [keysOf(world, about.person)] : [];
  return { ...receipt(about, "retry"), content: [attempt, registration, ...keys] };
}

function keysOf(world: World, person: Person): BinaryNode {
  const { identityKey, preKey, signedPreKey } = world.preKeys.bundle(person);
  const key = (tag: string, { id, key }: { id: number; key: Uint8Array }, more: BinaryNode[] = []) =>
    node(tag, {}, [node("id", {}, bigEndian(id, 3)), node("value", {}, key), ...more]);
  return node("keys", {}, [
    node("type", {}, KEY_TYPE),
    node("identity", {}, identityKey),
    ...(preKey ? [key("key", preKey)] : []),
    key("skey", signedPreKey, [node("signature", {}, signedPreKey.signature)]),
  ]);
}
