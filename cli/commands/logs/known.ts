import type { Client } from "../../lib/api/client.ts";
import type { RequestFilters } from "../../lib/api/types/logs.ts";
import type { Wanted } from "./filters.ts";
import type { Entry } from "./lines.ts";
import { messageEntry, requestEntry } from "./lines.ts";

/** Entries from before the start, and how far they were read. */
export type Known = {
  entries: AsyncGenerator<Entry>;
  /** Where to continue, once all was read. */
  cursors(): { requests: string | undefined; messages: string | undefined };
};

const PAGE = 100;

/** Reads what is known from a time on, in order of time; `warn` is called about requests that are not. */
export function readKnown(
  client: Client,
  { requests, messages }: Wanted,
  since: string,
  warn: { leftOut(count: number): void; forgotten(): void },
): Known {
  let requestCursor: string | undefined;
  let eventCursor: string | undefined;

  async function* readRequests(): AsyncGenerator<Entry> {
    if (requests === null) return;
    let place: { since: string } | { after: string } = { since };
    while (true) {
      const query: RequestFilters = { ...requests.filters, ...place, limit: PAGE };
      const { data, meta } = await client.call("GET /v1/logs/requests", { query });
      if (meta.left_out > 0) warn.leftOut(meta.left_out);
      if (meta.forgotten) warn.forgotten();
      yield* data.map(requestEntry).filter(requests.shows);
      requestCursor = meta.last_cursor;
      if (meta.next_cursor === null) return;
      place = { after: meta.next_cursor };
    }
  }

  async function* readMessages(): AsyncGenerator<Entry> {
    if (messages === null) return;
    let place: { since: string; after?: string } = { since };
    while (true) {
      const query = { ...messages.filters, ...place, limit: PAGE };
      const { data, meta } = await client.call("GET /v1/events", { query });
      yield* data.map(messageEntry).filter(messages.shows);
      eventCursor = meta.last_cursor;
      if (meta.next_cursor === null) return;
      place = { since, after: meta.next_cursor };
    }
  }

  return {
    entries: inOrder(readRequests(), readMessages()),
    cursors: () => ({ requests: requestCursor, messages: eventCursor }),
  };
}

/** Merges two sources that are each in order of time. */
async function* inOrder(one: AsyncGenerator<Entry>, other: AsyncGenerator<Entry>): AsyncGenerator<Entry> {
  let [first, second] = await Promise.all([one.next(), other.next()]);
  while (!first.done || !second.done) {
    if (first.done !== true && (second.done === true || first.value.at <= second.value.at)) {
      yield first.value;
      first = await one.next();
    } else if (second.done !== true) {
      yield second.value;
      second = await other.next();
    }
  }
}
