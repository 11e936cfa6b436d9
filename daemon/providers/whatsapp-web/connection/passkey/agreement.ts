import { createCipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import type { AuthenticationCreds, WABrowserDescription } from "baileys";
import type { Library } from "../../library/library.ts";
import { kindOfDevice } from "../pairing/device.ts";

/**
 * What a phone and this device agree on when a passkey was wanted: the code that both show, and the key of the last word.
 * After whatsmeow's pair-passkey.go; whatsmeow and this are held against the same sandbox.
 */

/** This device's half, for one signature. */
export type Companion = {
  ref: string;
  /** Its kind, as it registers. */
  deviceType: number;
  keyPair: { public: Uint8Array; private: Uint8Array };
  nonce: Buffer;
  /** Its identity and what it commits itself to, encoded. */
  payload: Uint8Array;
};

/** The code, as both sides show it: `XXXX-XXXX`. */
export type Agreed = { code: string; key: Buffer };

const NOTHING = Buffer.alloc(0);
const NONCE_BYTES = 32;
const KEY_BYTES = 32;
const CODE_BYTES = 5;
const IV_BYTES = 12;

/** Draws this device's half for a reference of WhatsApp's. */
export function newCompanion(library: Library, browser: WABrowserDescription, ref: string): Companion {
  const { Curve, proto } = library;
  const deviceType = kindOfDevice(library, browser);
  const keyPair = Curve.generateKeyPair();
  const nonce = randomBytes(NONCE_BYTES);
  const identity = proto.CompanionEphemeralIdentity.encode({
    publicKey: keyPair.public,
    deviceType,
    ref,
  }).finish();
  const commitment = { hash: sha256(Buffer.concat([identity, nonce])) };
  const payload = proto.ProloguePayload.encode({ companionEphemeralIdentity: identity, commitment }).finish();
  return { ref, deviceType, keyPair, nonce, payload };
}

/** The key by which this device proves that it is the one that the phone has seen; `secret` is what the phone was shown. */
export function handoffKey({ hkdf }: Library, secret: string): Uint8Array {
  return hkdf(Buffer.from(secret, "base64"), KEY_BYTES, { info: "shortcake-passkey-handoff-v1" });
}

export function handoffProof(key: Uint8Array, payload: Uint8Array): Buffer {
  return createHmac("sha256", key).update(payload).digest();
}

/** Puts the phone's half to this one; null when it is no half. */
export function agree(library: Library, own: Companion, sent: Uint8Array | undefined): Agreed | null {
  const phone = readIdentity(library, sent);
  if (phone === null) return null;
  const shared = sharedKey(library, own, phone.publicKey);
  if (shared === null) return null;
  const salt = `Companion Pairing ${own.deviceType} with ref ${own.ref}`;
  const info = "Pairing Information Encryption Key";
  const digest = sha256(Buffer.concat([own.nonce, phone.publicKey]));
  const code = phone.nonce.subarray(0, CODE_BYTES).map((byte, place) => byte ^ (digest[place] ?? 0));
  return {
    code: library.bytesToCrockford(Buffer.from(code)).replace(/^(.{4})/, "$1-"),
    key: Buffer.from(library.hkdf(shared, KEY_BYTES, { salt: Buffer.from(salt), info })),
  };
}

/** Null for a key that leaves no secret (RFC 7748, 6.1). */
function sharedKey({ Curve }: Library, { keyPair }: Companion, publicKey: Uint8Array): Uint8Array | null {
  try {
    return Curve.sharedKey(keyPair.private, publicKey);
  } catch {
    return null;
  }
}

function readIdentity({ proto }: Library, sent: Uint8Array = NOTHING) {
  try {
    const { publicKey, nonce } = proto.PrimaryEphemeralIdentity.decode(sent);
    const isWhole = publicKey?.length === KEY_BYTES && nonce?.length === NONCE_BYTES;
    return isWhole ? { publicKey, nonce } : null;
  } catch {
    return null;
  }
}

/** The last word: this device's keys and its new secret, for nobody but the phone. */
export function sealRequest(
  { proto }: Library,
  { key }: Agreed,
  credentials: AuthenticationCreds,
): Uint8Array {
  const request = proto.PairingRequest.encode({
    companionPublicKey: credentials.noiseKey.public,
    companionIdentityKey: credentials.signedIdentityKey.public,
    advSecret: Buffer.from(credentials.advSecretKey, "base64"),
  }).finish();
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const encryptedPayload = Buffer.concat([cipher.update(request), cipher.final(), cipher.getAuthTag()]);
  return proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish();
}

function sha256(data: Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}
