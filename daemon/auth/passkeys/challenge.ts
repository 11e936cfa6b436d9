import { randomBytes, timingSafeEqual } from "node:crypto";
import { hashToken } from "../tokens.ts";

/** What a challenge is for; one for another purpose is refused. */
export type Purpose = "login" | `registration ${string}`;

/** How long a challenge can be answered. */
const LIFE_SECONDS = 300;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;

/**
 * A challenge for a passkey to sign: a nonce and the end of its life, with a MAC under the installation's pepper. Nothing is
 * stored until it was signed, so that asking for many fills nothing.
 */
export function newChallenge(
  tokenPepper: Uint8Array,
  purpose: Purpose,
  now = Date.now(),
): Uint8Array<ArrayBuffer> {
  const ends = Buffer.alloc(TIME_BYTES);
  ends.writeUIntBE(now + LIFE_SECONDS * 1000, 0, TIME_BYTES);
  const head = Buffer.concat([randomBytes(NONCE_BYTES), ends]);
  return Uint8Array.from(Buffer.concat([head, macOf(head, tokenPepper, purpose)]));
}

/** When a challenge of ours in base64url ends; null when it is none, for another purpose, or over. */
export function endOfChallenge(
  challenge: string,
  tokenPepper: Uint8Array,
  purpose: Purpose,
  now = Date.now(),
): Date | null {
  const bytes = Buffer.from(challenge, "base64url");
  const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  const mac = bytes.subarray(NONCE_BYTES + TIME_BYTES);
  const expected = macOf(head, tokenPepper, purpose);
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return null;
  const ends = head.readUIntBE(NONCE_BYTES, TIME_BYTES);
  return ends > now ? new Date(ends) : null;
}

function macOf(head: Buffer, tokenPepper: Uint8Array, purpose: Purpose): Buffer {
  return hashToken(`challenge for ${purpose}: ${head.toString("hex")}`, tokenPepper);
}
