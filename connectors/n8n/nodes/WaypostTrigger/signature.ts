import { createHmac, timingSafeEqual } from "node:crypto";

const OLDEST_SECONDS = 300;

type Headers = Record<string, unknown>;

/** Whether Waypost signed a request with this secret within the last five minutes (Standard Webhooks). */
export function isSigned(secret: string, headers: Headers, body: Buffer, now = Date.now()): boolean {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": given } = headers;
  if (typeof id !== "string" || typeof at !== "string" || typeof given !== "string") return false;
  if (!/^\d{1,12}$/.test(at) || Math.abs(now / 1000 - Number(at)) > OLDEST_SECONDS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const right = createHmac("sha256", key).update(`${id}.${at}.`).update(body).digest();
  return given.split(" ").some((one) => {
    const [version, value = ""] = one.split(",");
    const bytes = Buffer.from(value, "base64");
    return version === "v1" && bytes.length === right.length && timingSafeEqual(bytes, right);
  });
}
