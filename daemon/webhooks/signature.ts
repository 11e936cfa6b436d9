import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** The signed parts: an event's id and type, and exactly what is sent. */
export type SignedMessage = { id: string; type: string; body: string | Buffer };

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** Whether a secret is one of Standard Webhooks: 24 to 64 bytes. */
export function isSigningSecret(text: string): boolean {
  const base64 = text.slice(PREFIX.length);
  const bytes = Buffer.from(base64, "base64");
  const isWhole = text.startsWith(PREFIX) && bytes.toString("base64") === base64;
  return isWhole && bytes.length >= 24 && bytes.length <= 64;
}

/**
 * The headers of a signed delivery, verifiable as Standard Webhooks (`webhook-*`) and as Svix
 * (`svix-*`): both names carry the same value, with one signature for each secret, the current
 * secret's first. `timestamp` is in seconds.
 * Source: https://github.com/standard-webhooks/standard-webhooks, section "Signature scheme".
 */
export function sign(
  secrets: readonly string[],
  message: SignedMessage,
  timestamp: number,
): Record<string, string> {
  const signatures = secrets.map((secret) => signature(secret, message, timestamp)).join(" ");
  return {
    ...eventHeaders(message),
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures,
    "svix-timestamp": String(timestamp),
    "svix-signature": signatures,
  };
}

/** The headers that every attempt to deliver an event has alike. */
export function eventHeaders({ id, type }: Omit<SignedMessage, "body">): Record<string, string> {
  return { "webhook-id": id, "svix-id": id, "webhook-event-type": type };
}

function signature(secret: string, { id, body }: SignedMessage, timestamp: number): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}
