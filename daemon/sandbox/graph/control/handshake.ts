import { randomInt } from "node:crypto";

const TIMEOUT_MS = 10_000;

/**
 * Meta's verification of a callback URL ("Webhooks: verification requests"): a GET that must be
 * answered 200 with the challenge. Null when it was, else what went wrong.
 */
export async function handshake(callbackUrl: string, verifyToken: string): Promise<string | null> {
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000));
  const url = new URL(callbackUrl);
  url.searchParams.set("hub.mode", "subscribe");
  url.searchParams.set("hub.challenge", challenge);
  url.searchParams.set("hub.verify_token", verifyToken);
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    if (response.status !== 200) return `it answered ${response.status}`;
    return text === challenge ? null : "it did not answer with the challenge";
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
