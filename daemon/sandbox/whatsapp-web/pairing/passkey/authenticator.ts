import { createHash, sign } from "node:crypto";
import { Refusal } from "../../faults/refusal.ts";
import type { Passkey } from "../../memory/passkeys.ts";

/** Where WhatsApp's passkeys may be used, and the one page that WhatsApp takes a signature from. */
export const RP_ID = "whatsapp.com";
export const ORIGIN = "https://web.whatsapp.com";

/** The person is there, and was verified (WebAuthn Level 3, 6.1: UP and UV). */
export const PRESENT = 0x01;
export const VERIFIED = 0x04;

/** A signature, as `PublicKeyCredential.toJSON()` writes it; bytes are in base64url without padding. */
export type Assertion = {
  id: string;
  rawId: string;
  type: "public-key";
  authenticatorAttachment: "platform";
  clientExtensionResults: object;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string };
};

/**
 * Signs a challenge as a browser at `origin` does (WebAuthn Level 3, 5.1.4 and 6.3.3). Throws `Refusal` 422 where a browser
 * would find no passkey: it is for another site, or the site wants other credentials.
 */
export function signChallenge(passkey: Passkey, options: object, origin = ORIGIN): Assertion {
  const { challenge, rpId, allowCredentials } = options as Record<string, unknown>;
  const id = passkey.credentialId.toString("base64url");
  const allowed = Array.isArray(allowCredentials) ? allowCredentials : [];
  if (typeof challenge !== "string" || rpId !== RP_ID)
    throw new Refusal(422, `these are no options for a passkey of ${RP_ID}`);
  if (allowed.length > 0 && !allowed.some((one) => one?.id === id))
    throw new Refusal(422, "the account's passkey is none of those that are allowed");
  const clientData = Buffer.from(
    JSON.stringify({ type: "webauthn.get", challenge, origin, crossOrigin: false }),
  );
  const authenticatorData = Buffer.concat([
    sha256(RP_ID),
    Buffer.from([PRESENT | VERIFIED]),
    Buffer.alloc(4),
  ]);
  const signature = sign(
    "sha256",
    Buffer.concat([authenticatorData, sha256(clientData)]),
    passkey.privateKey,
  );
  return {
    ...{ id, rawId: id, type: "public-key", authenticatorAttachment: "platform", clientExtensionResults: {} },
    response: {
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle: passkey.userHandle.toString("base64url"),
    },
  };
}

export function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}
