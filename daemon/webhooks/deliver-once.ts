import type { DeliveryResult, DueDelivery } from "../../db/webhooks/deliveries.ts";
import type { Poster, PostResult } from "../egress/post.ts";
import type { Filled, Ready } from "./forms/fill.ts";
import type { EndpointForm } from "./forms/form.ts";
import type { Written } from "./forms/requests.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { askedPause, nextAttempt } from "./schedule.ts";
import { sign } from "./signature.ts";

/** The status that says an endpoint is gone for good. */
const GONE = 410;

/** A delivery and what it posts. */
export type Prepared = { row: DueDelivery; request: Written };

/**
 * Makes one attempt: signs, posts and returns the result. Never throws. `target` is null when
 * its secrets cannot be decrypted.
 */
export async function deliverOnce(
  poster: Poster,
  target: OpenedTarget | null,
  { row: delivery, request }: { row: DueDelivery; request: Ready },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  if (request === null) return { ...nothing(delivery), status: "succeeded" };
  if (request instanceof Error) return failed(delivery, { error: request.message });
  if (target === null) {
    return failed(delivery, { error: "the endpoint's signing secret or headers cannot be decrypted" });
  }
  const headers = deliveryHeaders(target, delivery, request, new Date());
  const url = addressOf(target.url, request);
  const result = await poster.post(url, { headers, body: request.body, signal });
  return asDeliveryResult(delivery, result);
}

/** Where a request of an endpoint goes. */
export function addressOf(url: string, { path }: Filled): string {
  if (path === undefined) return url;
  const address = new URL(url);
  address.pathname = address.pathname.replace(/\/$/, "") + path;
  return address.href;
}

/** The headers of a request before it is signed. */
export function unsignedHeaders(
  own: Record<string, string>,
  { contentType = "application/json", headers = {} }: Filled,
): Record<string, string> {
  return { ...own, "content-type": contentType, ...headers };
}

/** The endpoint's own headers, and one signature for each secret that has not expired. */
function deliveryHeaders(
  { headers, secrets, form }: OpenedTarget,
  { event_id: id, event_type: type }: DueDelivery,
  request: Filled,
  now: Date,
): Record<string, string> {
  const valid = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  const timestamp = Math.floor(now.getTime() / 1000);
  const signing = { secrets: valid.map(({ secret }) => secret), id, type, body: request.body, timestamp };
  return { ...unsignedHeaders(headers, request), ...(form?.sign ?? signStandard)(signing) };
}

/** As Standard Webhooks says. */
const signStandard: NonNullable<EndpointForm["sign"]> = ({ secrets, timestamp, ...message }) =>
  sign(secrets, message, timestamp);

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
