import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { bytesOf } from "../bytes.ts";

/** The bytes before the 32 of a private X25519 key in its DER form (RFC 8410). */
const DER_PREFIX = Buffer.from("302e020100300506032b656e04220420", "hex");

/** A private key of X25519 with its public one. */
export function keyPairOf(secret: Uint8Array) {
  const key = createPrivateKey({ key: Buffer.concat([DER_PREFIX, secret]), format: "der", type: "pkcs8" });
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  return { public: bytesOf(der.subarray(-32)), private: bytesOf(secret) };
}

export function newKeyPair() {
  const { privateKey } = generateKeyPairSync("x25519");
  return keyPairOf(privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32));
}
