import type { BodyOf } from "../../api/call.ts";
import { daemonNow } from "../../api/clock.ts";
import { localTime } from "../../parts/local-time.ts";

export const REPLAY = "POST /v1/settings/developer/webhooks/deliveries/replay";
const DAY_MS = 86_400_000;

/** The filters of the list of deliveries. */
export type RangeFilters = {
  endpoint_id?: string;
  event_type?: string;
  status?: string;
  since?: string;
  until?: string;
};

/** What is replayed, as it is typed: times are the browser's, and empty is all. */
export type Range = {
  endpoint_id: string;
  event_type: string;
  status: string;
  since: string;
  until: string;
};

/** What is replayed at first: the failures of a day, or what the list shows. */
export function rangeOf({ endpoint_id, event_type, status, since, until }: RangeFilters): Range {
  return {
    endpoint_id: endpoint_id ?? "",
    event_type: event_type ?? "",
    status: status === "exhausted" || status === "succeeded" ? status : "failed",
    since: since === undefined ? localTime(new Date(daemonNow() - DAY_MS)) : `${since}T00:00`,
    until: until === undefined ? "" : `${until}T00:00`,
  };
}

/** The request for a range. */
export function bodyOf({ endpoint_id, event_type, status, since, until }: Range): BodyOf<typeof REPLAY> {
  return {
    since: utc(since),
    status,
    ...(until === "" ? {} : { until: utc(until) }),
    ...(endpoint_id === "" ? {} : { endpoint_id }),
    ...(event_type === "" ? {} : { event_types: [event_type] }),
  };
}

function utc(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

/** The command for a range. */
export function commandOf({ endpoint_id, event_type, status, since, until }: Range): string {
  return [
    `deliveries replay --since ${utc(since)}`,
    until !== "" && `--until ${utc(until)}`,
    endpoint_id !== "" && `--endpoint ${endpoint_id}`,
    event_type !== "" && `--events ${event_type}`,
    `--status ${status}`,
  ]
    .filter((part) => part !== false)
    .join(" ");
}
