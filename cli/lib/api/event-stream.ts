import {
  type FollowedStream,
  followStream,
  type Streamed,
  type StreamOptions,
  streamRequest,
} from "./stream.ts";
import { transfer } from "./transfer.ts";
import type { EventFilters, LoggedEvent } from "./types/webhooks.ts";

/** What following the events comes upon. */
export type Followed = { kind: "event"; event: LoggedEvent } | Exclude<Streamed, { kind: "message" }>;

export type FollowOptions = StreamOptions & { filters: EventFilters };

export type Following = FollowedStream<Followed>;

/** Follows the events from now or from where the filters say, for ever; see `followStream`. */
export function followEvents(options: FollowOptions): Following {
  const { settings, filters } = options;
  const open = (after: string | undefined) =>
    transfer(settings, {
      route: "GET /v1/events/stream",
      query: { ...filters, ...(after === undefined ? {} : { after }) },
      ...streamRequest(options),
    });
  const { events, cursor } = followStream(open, filters.after);
  return { events: eventsOf(events), cursor };
}

async function* eventsOf(streamed: AsyncIterable<Streamed>): AsyncGenerator<Followed> {
  for await (const one of streamed) {
    yield one.kind === "message" ? { kind: "event", event: JSON.parse(one.data) } : one;
  }
}
