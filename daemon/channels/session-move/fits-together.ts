import { createPrivateKey, createPublicKey } from "node:crypto";
import { problem } from "../../http/problem.ts";
import { giveWay } from "../../lib/give-way.ts";
import { isObject } from "../../lib/objects.ts";
import { verifySignature } from "../../providers/whatsapp-web/library/inside/signatures.ts";
import type { MovedSession } from "./session-form.ts";

/** The bytes before the 32 of a private X25519 key in its DER form (RFC 8410). */
const DER_PREFIX = Buffer.from("302e020100300506032b656e04220420", "hex");
/** What Signal writes before a public key that it signs. */
const KEY_TYPE = Buffer.from([5]);
/** What accounts sign before a device: of phones, and of accounts that WhatsApp hosts. */
const ACCOUNT_PREFIXES = [Buffer.from([6, 0]), Buffer.from([6, 5])];
const DEVICE_PREFIX = Buffer.from([6, 1]);
/** So many are checked in one go, while everybody else waits: a hundredth of a second. */
const PAIRS_A_TURN = 100;
/** Of all categories. */
const MOST_KEYS = 200_000;
/** What ids of keys are made of. */
const KEY_ID = /^[!-~]{1,300}$/;

type Bytes = { data: string };
type KeyPair = { public: Bytes; private: Bytes };

/**
 * Refuses (422) a login that WhatsApp would not take: a public key has to be that of its private one, and both account
 * and device have to have signed for the identity. What is torn or of two copies shows here.
 */
export async function refuseUnfit({ credentials, keys }: MovedSession): Promise<void> {
  const { noiseKey, signedIdentityKey: identity, signedPreKey, account } = credentials;
  requirePair(noiseKey, "/credentials/noiseKey");
  requirePair(identity, "/credentials/signedIdentityKey");
  requirePair(signedPreKey.keyPair, "/credentials/signedPreKey/keyPair");
  for (const [index, [id, pair]] of Object.entries(keys["pre-key"] ?? {}).entries()) {
    if (index % PAIRS_A_TURN === 0) await giveWay();
    requirePair(pair, `/keys/pre-key/${id}`);
  }

  const signed = Buffer.concat([KEY_TYPE, bytes(signedPreKey.keyPair.public)]);
  if (!verifySignature(bytes(identity.public), signed, bytes(signedPreKey.signature)))
    throw unfit("/credentials/signedPreKey/signature", "is not the identity's");
  const [details, accountKey] = [bytes(account.details), bytes(account.accountSignatureKey)];
  const device = Buffer.concat([details, bytes(identity.public)]);
  const isOfAccount = ACCOUNT_PREFIXES.some((prefix) =>
    verifySignature(accountKey, Buffer.concat([prefix, device]), bytes(account.accountSignature)),
  );
  if (!isOfAccount) throw unfit("/credentials/account/accountSignature", "is not the account's");
  const own = Buffer.concat([DEVICE_PREFIX, device, accountKey]);
  if (!verifySignature(bytes(identity.public), own, bytes(account.deviceSignature)))
    throw unfit("/credentials/account/deviceSignature", "is not the identity's");
}

/** Refuses (422) a body with more keys than a session has, or with ids that none has, before each of them is looked at. */
export function refuseTooMany(body: unknown): void {
  if (!isObject(body) || !isObject(body.keys)) return;
  let count = 0;
  for (const [category, values] of Object.entries(body.keys)) {
    const ids = isObject(values) ? Object.keys(values) : [];
    count += ids.length;
    if (count > MOST_KEYS) throw invalid("/keys", `more than ${MOST_KEYS} keys`);
    if (!ids.every((id) => KEY_ID.test(id)))
      throw invalid(`/keys/${category}`, "an id of a key has 1 to 300 characters of ASCII, and no spaces");
  }
}

function requirePair(pair: KeyPair, path: string): void {
  const key = Buffer.concat([DER_PREFIX, bytes(pair.private)]);
  const made = createPublicKey(createPrivateKey({ key, format: "der", type: "pkcs8" }));
  if (!made.export({ format: "der", type: "spki" }).subarray(-32).equals(bytes(pair.public)))
    throw unfit(path, "the public key is not that of the private one");
}

function bytes({ data }: Bytes): Buffer {
  return Buffer.from(data, "base64");
}

function invalid(path: string, message: string) {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}

function unfit(path: string, message: string) {
  return problem(422, "session_unfit", `${path}: ${message}; copy the session again while nothing uses it`, {
    errors: [{ path, message }],
  });
}
