import { createHash } from "node:crypto";
import { parseObject } from "../../../../lib/objects.ts";
import type { PasskeyOptions } from "./options.ts";

/** A passkey's signature, as `PublicKeyCredential.toJSON()` has it: bytes in base64url, without padding. */
export type Assertion = {
  id: string;
  rawId: string;
  type: "public-key";
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | null;
  };
};

/** The only page whose signatures WhatsApp takes. */
const ORIGIN = "https://web.whatsapp.com";
const RP_HASH_BYTES = 32;
/** Hash, flags and counter (WebAuthn Level 3, 6.1). */
const LEAST_DATA_BYTES = 37;
/** A person was there, and was verified. */
const PRESENT_AND_VERIFIED = 0x05;

/**
 * What keeps WhatsApp from taking a signature, in words; null when nothing does that shows from here. It is looked for
 * before anything is sent, because WhatsApp takes a single one.
 */
export function faultOf(
  { challenge, rpId }: PasskeyOptions,
  { id, rawId, response }: Assertion,
): string | null {
  if (id !== rawId) return "its id and rawId are of different passkeys";
  const clientData = parseObject(Buffer.from(response.clientDataJSON, "base64url").toString());
  if (clientData?.type !== "webauthn.get") return "it is not the signature of a passkey";
  if (clientData.origin !== ORIGIN) return `it was not signed at ${ORIGIN}`;
  if (clientData.challenge !== challenge) return "it is of another pairing; sign the one that is shown now";
  const data = Buffer.from(response.authenticatorData, "base64url");
  const hash = createHash("sha256").update(rpId).digest();
  if (data.length < LEAST_DATA_BYTES || !data.subarray(0, RP_HASH_BYTES).equals(hash))
    return `it is not of a passkey of ${rpId}`;
  const isVerified = ((data[RP_HASH_BYTES] ?? 0) & PRESENT_AND_VERIFIED) === PRESENT_AND_VERIFIED;
  return isVerified ? null : "the browser did not verify who signed it";
}

/** A signature as it goes to WhatsApp, with nothing else that a browser or a stranger has put in it. */
export function assertionText({ id, rawId, type, response }: Assertion): string {
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return JSON.stringify({
    ...{ id, rawId, type },
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  });
}
