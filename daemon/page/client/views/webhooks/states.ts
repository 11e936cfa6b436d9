import type { RowOf } from "../../api/call.ts";
import type { Tone } from "../../parts/state.tsx";

export type Endpoint = RowOf<"GET /v1/settings/developer/webhooks">;
export type Delivery = RowOf<"GET /v1/settings/developer/webhooks/deliveries">;

export type EndpointState = "ok" | "failing" | "resting" | "paused" | "disabled";

export const ENDPOINT_TONES: Readonly<Record<EndpointState, Tone>> = {
  ok: "good",
  failing: "bad",
  resting: "warn",
  paused: "quiet",
  disabled: "bad",
};

export const DELIVERY_TONES: Readonly<Record<string, Tone>> = {
  pending: "busy",
  succeeded: "good",
  failed: "warn",
  exhausted: "bad",
};

/** How an endpoint fares; one that its owner switched off is paused, not disabled. */
export function stateOf({ enabled, disabled_reason, failing_since, resumes_at }: Endpoint): EndpointState {
  if (!enabled) return disabled_reason === "disabled by its owner" ? "paused" : "disabled";
  if (resumes_at !== null) return "resting";
  return failing_since === null ? "ok" : "failing";
}
