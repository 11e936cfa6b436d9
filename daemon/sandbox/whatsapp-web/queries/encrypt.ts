import type { BinaryNode } from "baileys";
import { deliver } from "../delivery/delivery.ts";
import type { Bundle } from "../link.ts";
import type { Companion } from "../memory/phones.ts";
import type { PublicPreKey, SignedPreKey } from "../memory/pre-keys.ts";
import { parseAddress } from "../wire/jids.ts";
import { bigEndian, bytes, child, children, fromBigEndian, node, SERVER } from "../wire/nodes.ts";
import type { World } from "../world.ts";
import type { Query, QueryResult } from "./query.ts";

/** Curve25519, in front of Signal's public keys. */
const KEY_TYPE = Buffer.from([5]);
/** A companion with fewer one-time pre-keys than this must upload more (Baileys: `MIN_PREKEY_COUNT`). */
const FEW_PRE_KEYS = 5;

/** Pre-keys: how many are left, new ones, the check after login, and other devices' bundles (Baileys: Utils/signal.js). */
export function encryptResult({ world, online, iq }: Query): QueryResult {
  const { companion } = online;
  const rotated = child(child(iq, "rotate"), "skey");
  const wanted = child(iq, "key");
  if (child(iq, "count") !== undefined) {
    return [node("count", { value: world.preKeys.count(companion).toString() })];
  }
  if (child(iq, "digest") !== undefined) return digest(world, companion);
  if (rotated !== undefined) {
    world.preKeys.rotate(companion, signedPreKey(rotated));
    return [];
  }
  if (wanted !== undefined)
    return [
      node(
        "list",
        {},
        children(wanted, "user").map((user) => bundle(world, user)),
      ),
    ];
  return upload(world, companion, iq);
}

function upload(world: World, companion: Companion, iq: BinaryNode): QueryResult {
  const skey = child(iq, "skey");
  if (skey === undefined) return { code: 400, text: "bad-request" };
  const identity = {
    registrationId: fromBigEndian(bytes(child(iq, "registration"))),
    identityKey: bytes(child(iq, "identity")),
    signedPreKey: signedPreKey(skey),
  };
  world.preKeys.upload(companion, identity, children(child(iq, "list"), "key").map(preKey));
  return [];
}

function digest({ preKeys }: World, companion: Companion): QueryResult {
  const identity = preKeys.identity(companion);
  if (identity === undefined) return { code: 404, text: "item-not-found" };
  const ids = preKeys.ids(companion).map((id) => node("id", {}, bigEndian(id, 3)));
  return [node("digest", {}, [...publicKeys(identity), node("list", {}, ids)])];
}

/** The keys of one address: a linked companion's, or those of someone the people simulate. */
function bundle(world: World, user: BinaryNode): BinaryNode {
  const { jid } = user.attrs;
  const companion = world.phones.companion(jid);
  const number = world.phones.numberAt(jid);
  const found =
    companion !== undefined
      ? takeBundle(world, companion)
      : number && world.people.bundle(number, parseAddress(jid)?.device ?? 0);
  if (!found) return node("user", { jid }, [node("error", { code: "404", text: "item-not-found" })]);
  const { preKey: oneTime } = found;
  return node("user", { jid }, [
    ...publicKeys(found),
    ...(oneTime === undefined ? [] : [node("key", {}, keyParts(oneTime))]),
    ...(companion === undefined ? [] : [node("device-identity", {}, companion.signedIdentity)]),
  ]);
}

/** Takes a companion's keys for someone who writes to it; when few are left, requests more. */
export function takeBundle(
  world: Pick<World, "preKeys" | "outbox" | "online">,
  companion: Companion,
): Bundle | undefined {
  const bundle = world.preKeys.take(companion);
  const left = world.preKeys.count(companion);
  if (left === FEW_PRE_KEYS - 1) {
    const id = `prekeys-${companion.id}-${Date.now()}`;
    const count = node("count", { value: left.toString() });
    deliver(world, companion, node("notification", { type: "encrypt", from: SERVER, id }, [count]));
  }
  return bundle;
}

function publicKeys({ registrationId, identityKey, signedPreKey: signed }: Bundle): BinaryNode[] {
  return [
    node("registration", {}, bigEndian(registrationId, 4)),
    node("type", {}, KEY_TYPE),
    node("identity", {}, identityKey),
    node("skey", {}, [...keyParts(signed), node("signature", {}, signed.signature)]),
  ];
}

function keyParts({ id, key }: PublicPreKey): BinaryNode[] {
  return [node("id", {}, bigEndian(id, 3)), node("value", {}, key)];
}

function preKey(key: BinaryNode): PublicPreKey {
  return { id: fromBigEndian(bytes(child(key, "id"))), key: bytes(child(key, "value")) };
}

function signedPreKey(skey: BinaryNode): SignedPreKey {
  return { ...preKey(skey), signature: bytes(child(skey, "signature")) };
}
