import { createPublicKey, verify } from "node:crypto";
import type { Passkey } from "../../memory/passkeys.ts";
import { type Assertion, ORIGIN, PRESENT, RP_ID, sha256, VERIFIED } from "./authenticator.ts";

const RP_HASH_BYTES = 32;

/** What is wrong with the signature that a client sends for a challenge (WebAuthn Level 3, 7.2); null when it is right. */
export function faultOf(
  passkey: Passkey,
  challenge: string,
  credentialId: Buffer,
  text: string,
): string | null {
  const assertion = parse(text);
  if (assertion === null) return "the assertion is not JSON with a response";
  const { rawId, response } = assertion;
  if (!credentialId.equals(passkey.credentialId)) return "the credential id is not the passkey's";
  if (!bytesOf(rawId).equals(passkey.credentialId)) return "the assertion is of another credential";
  const clientData = bytesOf(response.clientDataJSON);
  const data = bytesOf(response.authenticatorData);
  const signed = Buffer.concat([data, sha256(clientData)]);
  const publicKey = createPublicKey(passkey.privateKey);
  if (!verify("sha256", signed, publicKey, bytesOf(response.signature))) return "the signature is wrong";
  return faultOfClient(clientData, challenge) ?? faultOfAuthenticator(data);
}

function faultOfClient(clientData: Buffer, challenge: string): string | null {
  const { type, challenge: signed, origin } = JSON.parse(clientData.toString());
  if (type !== "webauthn.get") return `${type} was signed`;
  if (signed !== challenge) return "another challenge was signed";
  return origin === ORIGIN ? null : `it was signed at ${origin}`;
}

function faultOfAuthenticator(data: Buffer): string | null {
  if (!data.subarray(0, RP_HASH_BYTES).equals(sha256(RP_ID))) return "it is of another site's passkey";
  const flags = data[RP_HASH_BYTES] ?? 0;
  const wanted = PRESENT | VERIFIED;
  return (flags & wanted) === wanted ? null : "the person was not verified";
}

function parse(text: string): Pick<Assertion, "rawId" | "response"> | null {
  try {
    const parsed = JSON.parse(text);
    return typeof parsed?.rawId === "string" && typeof parsed?.response === "object" ? parsed : null;
  } catch {
    return null;
  }
}

/** Only base64url without padding: with it, whatsmeow refuses what it reads. */
function bytesOf(text: unknown): Buffer {
  return typeof text === "string" && /^[\w-]+$/.test(text) ? Buffer.from(text, "base64url") : Buffer.alloc(0);
}
