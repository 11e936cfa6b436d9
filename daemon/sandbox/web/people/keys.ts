import { createPrivateKey, createPublicKey, hkdfSync } from "node:crypto";
import type { KeyPair } from "../link.ts";

/** Everything secret of the sandbox's people, derived from one seed: the same seed gives the same people. */
export type Keys = {
  bytes(name: string, length: number): Buffer;
  /** An X25519 key pair. */
  pair(name: string): KeyPair;
};

/** What precedes the 32 bytes of a private key in PKCS #8 and of a public key in SPKI (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b656e04220420", "hex");
const SPKI_PREFIX_BYTES = 12;

/** Derives keys by HKDF-SHA256 (RFC 5869) with the name as info. */
export function createKeys(seed: string): Keys {
  const bytes = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", seed, "waypost sandbox", name, length));
  return {
    bytes,
    pair(name) {
      const secret = clamp(bytes(name, 32));
      return { private: secret, public: publicKeyOf(secret) };
    },
  };
}

/** The form of a private key that both key agreement and XEdDSA signatures take (RFC 7748 section 5). */
function clamp(secret: Buffer): Buffer {
  secret[0] = (secret[0] ?? 0) & 248;
  secret[31] = ((secret[31] ?? 0) & 127) | 64;
  return secret;
}

function publicKeyOf(secret: Buffer): Buffer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secret]), format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  return spki.subarray(SPKI_PREFIX_BYTES);
}
