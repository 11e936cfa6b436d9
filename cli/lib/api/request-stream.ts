import { type Connection, follow, type StreamOptions } from "./follow.ts";
import type { FollowedStream } from "./stream.ts";
import type { RequestFilters, RequestLine } from "./types/logs.ts";

export type FollowedRequest =
  | { kind: "request"; line: RequestLine }
  /** So many that nothing is known of. */
  | { kind: "left_out"; count: number }
  /** A daemon ended, and what it knew with it. */
  | { kind: "forgotten" }
  | Connection;

/** Follows the requests from now or from where the filters say, for ever. */
export function followRequests({
  filters,
  ...options
}: StreamOptions & { filters: RequestFilters }): FollowedStream<FollowedRequest> {
  return follow<FollowedRequest>(
    options,
    filters.after,
    (place) => ({ route: "GET /v1/logs/requests/stream", query: { ...filters, ...place } }),
    requestsOf,
  );
}

function requestsOf({ event, data }: { event: string; data: string }): FollowedRequest[] {
  if (event === "request") return [{ kind: "request", line: JSON.parse(data) }];
  if (event === "left_out") return [{ kind: "left_out", count: JSON.parse(data).count }];
  return event === "forgotten" ? [{ kind: "forgotten" }] : [];
}
