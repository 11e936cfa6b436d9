import type { EndpointFate } from "../../db/overview/overview.ts";
import { DISABLED_BY_OWNER, type EndpointRow } from "../../db/webhooks/endpoints.ts";
import { type Depths, waitingIn } from "./lanes.ts";

export type EndpointState = "ok" | "failing" | "resting" | "probing" | "paused" | "disabled";

/** Those that nobody has to look at come last. */
const ORDER: readonly EndpointState[] = ["disabled", "resting", "probing", "failing", "paused", "ok"];
const UNTRIED = { failures: 0, probed: false, last_status: null, last_error: null };

/** Endpoints with how they fare and what waits for each, those that want attention first. */
export function showEndpoints(
  endpoints: readonly EndpointRow[],
  fates: readonly EndpointFate[],
  depths: Depths,
  now: Date,
) {
  const shown = endpoints.map((row) => {
    const { failures, probed, last_status, last_error } = fates.find(({ id }) => id === row.id) ?? UNTRIED;
    const rests = row.resumes_at !== null && row.resumes_at > now;
    return {
      id: row.id,
      url: row.url,
      state: stateOf(row, { rests, probed }),
      disabled_reason: row.disabled_reason,
      failing_since: row.failing_since?.toISOString() ?? null,
      failures,
      resumes_at: rests ? (row.resumes_at?.toISOString() ?? null) : null,
      last_status,
      last_error,
      ...waitingIn(depths, "endpoint", row.id),
    };
  });
  return shown.sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
}

/** How long the delivery that is due longest waits, of those that are not held back on purpose. */
export function lagSeconds(endpoints: ReturnType<typeof showEndpoints>, now: Date): number {
  const due = endpoints
    .filter(({ state }) => state !== "paused" && state !== "disabled")
    .flatMap(({ oldest_due_at }) => (oldest_due_at === null ? [] : [Date.parse(oldest_due_at)]));
  return due.length === 0 ? 0 : Math.max(0, Math.round((now.getTime() - Math.min(...due)) / 100) / 10);
}

function stateOf(
  { enabled, disabled_reason, failing_since }: EndpointRow,
  { rests, probed }: { rests: boolean; probed: boolean },
): EndpointState {
  if (!enabled) return disabled_reason === DISABLED_BY_OWNER ? "paused" : "disabled";
  if (rests) return "resting";
  if (probed) return "probing";
  return failing_since === null ? "ok" : "failing";
}
