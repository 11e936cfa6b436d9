import { createHmac, createPrivateKey, createPublicKey } from "node:crypto";
import type { Baileys } from "../libraries.ts";
import type { KeyPair } from "../link.ts";

/** PKCS #8 up to the 32 bytes of an X25519 private key (RFC 8410 section 7). */
const PRIVATE_KEY_HEAD = Buffer.from("302e020100300506032b656e04220420", "hex");

/** Bytes that follow from the seed and a name, so that a restart finds the same keys. */
function derive(seed: string, name: string): Buffer {
  return createHmac("sha256", seed).update(name).digest();
}

/** The X25519 key pair that follows from the seed and a name. */
export function deriveKeyPair(seed: string, name: string): KeyPair {
  const scalar = derive(seed, name);
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY_HEAD, scalar]),
    format: "der",
    type: "pkcs8",
  });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  return { private: scalar, public: spki.subarray(-32) };
}

/**
 * Whether the XEdDSA signature is right. Not by way of Baileys' `Curve.verify`, which takes every
 * signature of 64 bytes: libsignal answers with a boolean that it does not look at.
 */
export async function verify(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const { verifySignature } = await import("libsignal/src/curve.js");
  if (key.length !== 32 || signature.length !== 64) return false;
  const prefixed = Buffer.concat([Buffer.from([5]), key]);
  return verifySignature(prefixed, Buffer.from(message), Buffer.from(signature));
}

/**
 * The keys by which a client verifies a server: the chain to show, the static key it certifies, and the root that
 * signed it.
 */
export type ServerKeys = { root: KeyPair; static: KeyPair; chain: Uint8Array };

/** The serial that WhatsApp's root has, and clients ask the intermediate's issuer for (Baileys: WA_CERT_DETAILS). */
const ROOT_SERIAL = 0;
const INTERMEDIATE_SERIAL = 1;
const LEAF_SERIAL = 2;

/**
 * The certificates of the server: root signs intermediate, intermediate signs leaf, and the leaf's
 * key is the Noise static key. Only the encoded details are signed (Baileys: Utils/noise-handler.js).
 */
export function serverKeys(wa: Baileys, seed: string): ServerKeys {
  const root = deriveKeyPair(seed, "root");
  const intermediate = deriveKeyPair(seed, "intermediate");
  const leaf = deriveKeyPair(seed, "server");
  const chain = wa.proto.CertChain.encode({
    intermediate: certificate(wa, INTERMEDIATE_SERIAL, ROOT_SERIAL, intermediate, root),
    leaf: certificate(wa, LEAF_SERIAL, INTERMEDIATE_SERIAL, leaf, intermediate),
  }).finish();
  return { root, static: leaf, chain };
}

function certificate(wa: Baileys, serial: number, issuerSerial: number, subject: KeyPair, issuer: KeyPair) {
  const details = wa.proto.CertChain.NoiseCertificate.Details.encode({
    serial,
    issuerSerial,
    key: subject.public,
    notBefore: 0,
    notAfter: 0xffffffff,
  }).finish();
  return { details, signature: wa.Curve.sign(issuer.private, details) };
}
