import { createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { Refusal } from "../../faults/refusal.ts";
import type { World } from "../../world.ts";
import type { Agreed, Prologue } from "../registration.ts";
import { sha256 } from "./authenticator.ts";

const NOTHING = Buffer.alloc(0);
const NONCE_BYTES = 32;
const CODE_BYTES = 5;
const TAG_BYTES = 16;

/** Reads what a client sends with its signature. Throws `Refusal` 422 when the reference is not the drawn one. */
export function openPrologue({ wa }: World, ref: string | null, payload: Buffer): Prologue {
  const { companionEphemeralIdentity, commitment } = wa.proto.ProloguePayload.decode(payload);
  const identity = Buffer.from(companionEphemeralIdentity ?? NOTHING);
  if (ref === null || wa.proto.CompanionEphemeralIdentity.decode(identity).ref !== ref)
    throw new Refusal(422, "the reference is not the one that was drawn");
  return {
    ...{ identity, commitment: Buffer.from(commitment?.hash ?? NOTHING) },
    ...{ ephemeral: wa.Curve.generateKeyPair(), nonce: randomBytes(NONCE_BYTES) },
  };
}

/** The proof that the client of the prologue is the one whose secret the phone has seen. */
export function handoffProof(secret: Uint8Array, payload: Buffer): Buffer {
  const key = hkdfSync("sha256", secret, NOTHING, "shortcake-passkey-handoff-v1", 32);
  return createHmac("sha256", Buffer.from(key)).update(payload).digest();
}

/** The client's nonce opens its commitment: only now does either side know the code. Throws `Refusal` 422 when it does not. */
export function agree({ wa }: World, prologue: Prologue, companionNonce: Buffer): Agreed {
  const { identity, commitment, ephemeral, nonce } = prologue;
  if (!sha256(Buffer.concat([identity, companionNonce])).equals(commitment))
    throw new Refusal(422, "the nonce is not the one that the client committed itself to");
  const { publicKey, deviceType, ref } = wa.proto.CompanionEphemeralIdentity.decode(identity);
  const shared = wa.Curve.sharedKey(ephemeral.private, publicKey ?? NOTHING);
  const salt = `Companion Pairing ${deviceType} with ref ${ref}`;
  const digest = sha256(Buffer.concat([companionNonce, ephemeral.public]));
  const code = Buffer.from(nonce.subarray(0, CODE_BYTES).map((byte, place) => byte ^ (digest[place] ?? 0)));
  return {
    code: wa.bytesToCrockford(code).replace(/^(.{4})/, "$1-"),
    key: Buffer.from(hkdfSync("sha256", shared, salt, "Pairing Information Encryption Key", 32)),
  };
}

/** The client's last word: its two keys and the new secret. Throws `Refusal` 422 when the key does not open it. */
export function openRequest({ wa }: World, { key }: Agreed, sealed: Buffer) {
  const { encryptedPayload, iv } = wa.proto.EncryptedPairingRequest.decode(sealed);
  const payload = Buffer.from(encryptedPayload ?? NOTHING);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, iv ?? NOTHING);
    decipher.setAuthTag(payload.subarray(-TAG_BYTES));
    const opened = Buffer.concat([decipher.update(payload.subarray(0, -TAG_BYTES)), decipher.final()]);
    return wa.proto.PairingRequest.decode(opened);
  } catch (cause) {
    throw new Refusal(422, `the client's keys could not be opened: ${cause}`);
  }
}
