import { createHmac, timingSafeEqual } from "node:crypto";

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/** Whether an `X-Hub-Signature-256` has the form of Meta's; only the body can prove it. */
export function isSignatureHeader(header: string | null): boolean {
  return SIGNATURE.test(header ?? "");
}

/**
 * Whether Meta signed these bytes: `X-Hub-Signature-256: sha256=<hex>` is an
 * HMAC-SHA256 with the app secret over the body as it came ("Create a webhook
 * endpoint"). Compared in constant time.
 */
export function isSignedByMeta(body: Uint8Array, header: string | null, appSecret: string): boolean {
  const given = SIGNATURE.exec(header ?? "")?.[1];
  if (given === undefined) return false;
  const expected = createHmac("sha256", appSecret).update(body).digest();
  return timingSafeEqual(Buffer.from(given, "hex"), expected);
}
