import { createPublicKey, verify } from "node:crypto";

/** 2^255 - 19, the field that both forms of the curve are over. */
const PRIME = 2n ** 255n - 19n;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** The bytes before the 32 of an Ed25519 key in its DER form (RFC 8410). */
const DER_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/**
 * Whether a signature is the one that Signal's X25519 key made of a message
 * (XEdDSA, signal.org/docs/specifications/xeddsa, with the sign of the Edwards
 * point kept in the signature's last bit, as libsignal has it). The key may
 * have Signal's leading type byte. Never throws: what is malformed is false.
 */
export function verifySignature(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const montgomery = key.byteLength === KEY_BYTES + 1 && key[0] === 5 ? key.subarray(1) : key;
  if (montgomery.byteLength !== KEY_BYTES || signature.byteLength !== SIGNATURE_BYTES) return false;
  const last = signature[SIGNATURE_BYTES - 1] ?? 0;
  const edwards = edwardsKey(montgomery, last & 0x80);
  const plain = Buffer.from(signature);
  plain[SIGNATURE_BYTES - 1] = last & 0x7f;
  try {
    const der = Buffer.concat([DER_PREFIX, edwards]);
    return verify(null, message, createPublicKey({ key: der, format: "der", type: "spki" }), plain);
  } catch {
    return false;
  }
}

/** The Edwards form of a Montgomery key: y = (u - 1) / (u + 1) (RFC 7748, section 4.1). */
function edwardsKey(montgomery: Uint8Array, sign: number): Buffer {
  const u = (littleEndian(montgomery) & (2n ** 255n - 1n)) % PRIME;
  const y = ((u - 1n + PRIME) * inverse((u + 1n) % PRIME)) % PRIME;
  const bytes = Buffer.from(y.toString(16).padStart(2 * KEY_BYTES, "0"), "hex").reverse();
  bytes[KEY_BYTES - 1] = (bytes[KEY_BYTES - 1] ?? 0) | sign;
  return bytes;
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
}

/** By Euclid; 0 for 0. Its timing reveals nothing secret: every key here is public. */
function inverse(value: bigint): bigint {
  let [low, high] = [1n, 0n];
  let [smaller, larger] = [value, PRIME];
  while (smaller > 1n) {
    const ratio = larger / smaller;
    [low, high] = [high - low * ratio, low];
    [smaller, larger] = [larger - smaller * ratio, smaller];
  }
  return smaller === 0n ? 0n : ((low % PRIME) + PRIME) % PRIME;
}
