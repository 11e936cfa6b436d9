import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { frame } from "./link.ts";

/** Where a chain ended when the installation signed it: who has noted one can tell later that nothing before it was changed. */
export type AuditHead = {
  organization_id: string;
  /** The newest link; 0 before the first. */
  position: number;
  hash: string;
  signed_at: string;
  /** Ed25519, base64: 32 bytes. */
  public_key: string;
  /** Ed25519, base64: 64 bytes. */
  signature: string;
};

/** What is signed. */
export type HeadPlace = Pick<AuditHead, "organization_id" | "position" | "hash" | "signed_at">;

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 and in SPKI (RFC 8410). */
const PRIVATE = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC = Buffer.from("302a300506032b6570032100", "hex");

/** Signs where a chain ends with the key that these 32 secret bytes are. */
export function signHead(seed: Uint8Array, place: HeadPlace): AuditHead {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: "der", type: "pkcs8" });
  const signature = sign(null, signedText(place), key).toString("base64");
  return { ...place, public_key: rawPublicKey(createPublicKey(key)), signature };
}

/** Whether a head was signed with the key that it names; false for anything that is no head. */
export function isSigned(head: AuditHead): boolean {
  try {
    const raw = Buffer.from(head.public_key, "base64");
    const key = createPublicKey({ key: Buffer.concat([PUBLIC, raw]), format: "der", type: "spki" });
    return verify(null, signedText(head), key, Buffer.from(head.signature, "base64"));
  } catch {
    return false;
  }
}

/** A head from outside: of a file that somebody noted, or from an export. Null when it is none. */
export function readHead(value: unknown): AuditHead | null {
  const { organization_id, position, hash, signed_at, public_key, signature } = Object(value) as Record<
    string,
    unknown
  >;
  const texts = [organization_id, hash, signed_at, public_key, signature];
  if (texts.some((text) => typeof text !== "string") || !Number.isSafeInteger(position)) return null;
  return { organization_id, position, hash, signed_at, public_key, signature } as AuditHead;
}

function signedText({ organization_id, position, hash, signed_at }: HeadPlace): Buffer {
  return Buffer.from(frame("waypost audit head", organization_id, String(position), hash, signed_at));
}

function rawPublicKey(key: KeyObject): string {
  return key.export({ format: "der", type: "spki" }).subarray(PUBLIC.length).toString("base64");
}
