import type { DeliveryResult, DueDelivery } from "../../db/webhooks/deliveries.ts";
import type { Poster, PostResult } from "../egress/post.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { askedPause, nextAttempt } from "./schedule.ts";
import { sign } from "./signature.ts";

/** The status that says an endpoint is gone for good. */
const GONE = 410;

/**
 * Makes one attempt: signs, posts and returns the result. Never throws. `target` is null when
 * its secrets cannot be decrypted.
 */
export async function deliverOnce(
  poster: Poster,
  target: OpenedTarget | null,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  if (target === null) {
    return failed(delivery, { error: "the endpoint's signing secret or headers cannot be decrypted" });
  }
  const headers = deliveryHeaders(target, delivery, new Date());
  const result = await poster.post(target.url, { headers, body: delivery.body, signal });
  return asDeliveryResult(delivery, result);
}

/** The endpoint's own headers, and one signature for each secret that has not expired. */
function deliveryHeaders(target: OpenedTarget, delivery: DueDelivery, now: Date): Record<string, string> {
  const valid = target.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  return {
    ...target.headers,
    "content-type": "application/json",
    ...sign(
      valid.map(({ secret }) => secret),
      { id: delivery.event_id, type: delivery.event_type, body: delivery.body },
      Math.floor(now.getTime() / 1000),
    ),
  };
}

function asDeliveryResult(delivery: DueDelivery, result: PostResult): DeliveryResult {
  const { durationMs } = result;
  if (result.kind === "failure") {
    if (result.failure === "cancelled")
      return { ...nothing(delivery), status: "pending", duration_ms: durationMs };
    return failed(delivery, { error: result.reason, durationMs });
  }
  const response = { response_status: result.status, response_body: result.body, duration_ms: durationMs };
  if (result.status >= 200 && result.status < 300)
    return { ...nothing(delivery), ...response, status: "succeeded" };
  const error = `the endpoint responded with ${result.status}`;
  const { retryAfter } = result;
  if (result.status === GONE) return { ...nothing(delivery), ...response, status: "exhausted", error };
  const rest = askedPause(result.status, retryAfter, new Date());
  return { ...failed(delivery, { error, retryAfter }), ...response, rest };
}

function failed(
  delivery: DueDelivery,
  {
    error,
    retryAfter = null,
    durationMs = 0,
  }: { error: string; retryAfter?: string | null; durationMs?: number },
): DeliveryResult {
  const next = nextAttempt(delivery.attempt, retryAfter, Math.random(), new Date());
  return {
    ...nothing(delivery),
    status: next === null ? "exhausted" : "failed",
    error,
    duration_ms: durationMs,
    retry_after: next,
  };
}

function nothing({ id }: DueDelivery): Omit<DeliveryResult, "status"> {
  return {
    id,
    response_status: null,
    response_body: null,
    error: null,
    duration_ms: 0,
    retry_after: null,
    rest: null,
  };
}
