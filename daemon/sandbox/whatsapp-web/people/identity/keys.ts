import { hkdfSync } from "node:crypto";
import type { KeyPair } from "../../link.ts";
import { deriveKeyPair } from "../../wire/keys.ts";

/** Everything secret of the sandbox's people, derived from one seed: the same seed gives the same people. */
export type Keys = {
  bytes(name: string, length: number): Buffer;
  /** An X25519 key pair. */
  pair(name: string): KeyPair;
};

/** Derives bytes by HKDF-SHA256 (RFC 5869) with the name as info, and key pairs as the server does. */
export function createKeys(seed: string): Keys {
  return {
    bytes: (name, length) => Buffer.from(hkdfSync("sha256", seed, "people", name, length)),
    pair: (name) => deriveKeyPair(seed, name),
  };
}
