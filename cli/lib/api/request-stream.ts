import {
  type FollowedStream,
  followStream,
  type Streamed,
  type StreamOptions,
  streamRequest,
} from "./stream.ts";
import { transfer } from "./transfer.ts";
import type { RequestFilters, RequestLine } from "./types/logs.ts";

/** What following the requests comes upon. */
export type FollowedRequest =
  | { kind: "request"; line: RequestLine }
  /** So many that nothing is known of. */
  | { kind: "left_out"; count: number }
  /** A daemon ended, and what it knew with it. */
  | { kind: "forgotten" }
  | Exclude<Streamed, { kind: "message" }>;

/** Follows the requests from now or from where the filters say, for ever; see `followStream`. */
export function followRequests(
  options: StreamOptions & { filters: RequestFilters },
): FollowedStream<FollowedRequest> {
  const { settings, filters } = options;
  const open = (after: string | undefined) =>
    transfer(settings, {
      route: "GET /v1/logs/requests/stream",
      query: { ...filters, ...(after === undefined ? {} : { after }) },
      ...streamRequest(options),
    });
  const { events, cursor } = followStream(open, filters.after);
  return { events: requestsOf(events), cursor };
}

async function* requestsOf(streamed: AsyncIterable<Streamed>): AsyncGenerator<FollowedRequest> {
  for await (const one of streamed) {
    if (one.kind !== "message") yield one;
    else if (one.event === "request") yield { kind: "request", line: JSON.parse(one.data) };
    else if (one.event === "left_out") yield { kind: "left_out", count: JSON.parse(one.data).count };
    else if (one.event === "forgotten") yield { kind: "forgotten" };
  }
}
