import { Webhook } from "standardwebhooks";
import { usageFailure } from "../../lib/failures/failure.ts";

/** The signature headers of a delivery. */
export type Signed = { id: string; type: string; body: string };

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
}

/** The headers of a signed delivery, as the daemon sends them. */
export function signedHeaders(secret: string, { id, type, body }: Signed, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = signatureOf(secret, id, timestamp, body);
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature,
    "svix-id": id,
    "svix-timestamp": timestamp,
    "svix-signature": signature,
    "webhook-event-type": type,
  };
}

/** The signature of a body: `v1,…`. Rejects a secret that is none, without repeating it. */
export function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  return signer(secret).sign(id, new Date(Number(timestamp) * 1000), body);
}

function signer(secret: string): Webhook {
  try {
    if (secret.startsWith("whsec_")) return new Webhook(secret);
  } catch {
    // not base64: said below, as for everything else that is no secret
  }
  throw usageFailure("that is not a signing secret", "It starts with whsec_, followed by base64.");
}
