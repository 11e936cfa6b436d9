import type { MessageError } from "../message-error.ts";
import type { SendOutcome } from "../provider.ts";
import { classify } from "./errors.ts";
import type { GraphResponse } from "./graph.ts";

/** What calls that come to nothing end in. */
type Ending = Exclude<SendOutcome, { kind: "sent" | "unknown" }>;

/** However long Meta asks a throttled account to wait, it is tried again after this long, in milliseconds. */
const LONGEST_REST = 3600_000;

/** Meta refused. */
export function refusedBy({ error, retryAfterMs }: Extract<GraphResponse, { kind: "refused" }>): Ending {
  const outcome = classify(error);
  return outcome.kind === "retry" && outcome.scope === "channel" && retryAfterMs !== undefined
    ? { ...outcome, afterMs: Math.min(retryAfterMs, LONGEST_REST) }
    : outcome;
}

/** Nothing was done: the call can be made again. */
export function unreachable(detail: string): Ending {
  return {
    kind: "retry",
    scope: "channel",
    error: shown("provider_unreachable", "WhatsApp not reachable", detail),
  };
}

/** The channel lacks what every call needs. */
export function channelUnusable(): Ending {
  const detail = "the channel has no access token or phone number id";
  return { kind: "stopped", error: shown("channel_auth_failed", "Channel not usable", detail) };
}

function shown(code: string, title: string, detail: string): MessageError {
  return { code, title, detail, provider_code: null, retryable: true };
}
