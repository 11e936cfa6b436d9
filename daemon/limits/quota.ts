import { WINDOW_SECONDS } from "./window.ts";

/** A counted limit: how many requests a window allows, and how many are left (negative: too many were made). */
export type Quota = { name: string; most: number; left: number };

/**
 * The `RateLimit` header fields of a response (IETF draft-ietf-httpapi-ratelimit-headers).
 * `seconds` is the time until the window ends.
 */
export function quotaFields(quotas: readonly Quota[], seconds: number): Record<string, string> {
  return {
    "ratelimit-policy": quotas.map(({ name, most }) => `"${name}";q=${most};w=${WINDOW_SECONDS}`).join(", "),
    ratelimit: quotas.map(({ name, left }) => `"${name}";r=${Math.max(0, left)};t=${seconds}`).join(", "),
  };
}

/** The smallest number left of all quotas. */
export function worst(quotas: readonly Quota[]): number {
  return Math.min(...quotas.map(({ left }) => left));
}
