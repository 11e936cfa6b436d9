import { WINDOW_SECONDS } from "./window.ts";

/** One thing that is counted: how much of it may be asked in a window, and what is left (negative: too much). */
export type Quota = { name: string; most: number; left: number };

/** The `RateLimit` fields of an answer (IETF draft-ietf-httpapi-ratelimit-headers). `seconds` is until the window ends. */
export function quotaFields(quotas: readonly Quota[], seconds: number): Record<string, string> {
  return {
    "ratelimit-policy": quotas.map(({ name, most }) => `"${name}";q=${most};w=${WINDOW_SECONDS}`).join(", "),
    ratelimit: quotas.map(({ name, left }) => `"${name}";r=${Math.max(0, left)};t=${seconds}`).join(", "),
  };
}

/** What is left of the one that is nearest to its end. */
export function worst(quotas: readonly Quota[]): number {
  return Math.min(...quotas.map(({ left }) => left));
}
