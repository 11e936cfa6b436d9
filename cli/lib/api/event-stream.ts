import { type Connection, follow, type StreamOptions } from "./follow.ts";
import type { FollowedStream } from "./stream.ts";
import type { EventFilters, LoggedEvent } from "./types/webhooks.ts";

export type Followed = { kind: "event"; event: LoggedEvent } | Connection;

export type FollowOptions = StreamOptions & { filters: EventFilters };

export type Following = FollowedStream<Followed>;

/** Follows the events from now or from where the filters say, for ever. */
export function followEvents({ filters, ...options }: FollowOptions): Following {
  return follow<Followed>(
    options,
    filters.after,
    (place) => ({ route: "GET /v1/events/stream", query: { ...filters, ...place } }),
    ({ data }) => [{ kind: "event", event: JSON.parse(data) }],
  );
}
