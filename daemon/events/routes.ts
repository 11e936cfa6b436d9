import { Elysia, t } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { type EventFilter, type EventPage, type EventPlace, readEvents } from "../../db/events/events.ts";
import { requireToo } from "../auth/require-too.ts";
import type { Guard } from "../http/caller.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Cursors } from "../http/paging.ts";
import type { Reader, Reading } from "../http/reading.ts";
import { baseOf, type SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { type CursorOf, cursorsFor } from "./cursor.ts";
import { EventSchema, envelope, streamMessage } from "./envelope.ts";
import type { News, Passing } from "./passing.ts";
import { EventQuery, filterOf, placeOf, StreamQuery } from "./query.ts";
import { createReaders } from "./reader.ts";
import { type Carry, includeOf, requireRecords } from "./records/include.ts";
import { STREAM_HEADERS, streamEvents } from "./stream.ts";
import { lastEventId, READERS, streamResponses } from "./stream-documentation.ts";
import { createStreamSlots } from "./stream-slots.ts";
import type { EventTail } from "./tail.ts";

export type EventDependencies = {
  reading: Reading;
  cursors: Cursors;
  tail: EventTail;
  /** Checks, while a stream is open, that its key may still read. */
  authenticator: Guard;
  senderOf: SenderReader;
  activity: Passing;
  carry: Carry;
  publicUrl: string | undefined;
};

/** How long to look for a full page, in milliseconds, before returning what was found. */
const PAGE_MS = 1000;

const NO_NEWS: News = { take: () => "", close() {} };

const EXAMPLE_ID = "evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S";

const ListQuery = Type.Object({
  ...EventQuery,
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100, default: 25, description: "Rows a page" })),
});

const EventsSchema = Type.Object({
  data: Type.Array(EventSchema),
  meta: Type.Object({
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Pass it as `after`; null when there are no more now",
      examples: [null],
    }),
    last_cursor: Type.String({
      description: "The end of what was read: pass it as `after` to get what came since",
      examples: [EXAMPLE_ID],
    }),
  }),
});

/** `/v1/events`: the event log, by page or as a stream. */
export function eventRoutes(
  http: Http,
  { reading, cursors, authenticator, senderOf, tail, activity, carry, publicUrl }: EventDependencies,
) {
  const base = baseOf.bind(null, { senderOf, publicUrl });
  const openReader = createReaders(reading.sql, tail, carry);
  const takeSlot = createStreamSlots();
  return new Elysia({ prefix: "/v1/events" })
    .use(http)
    .get(
      "",
      async ({ caller, query, request, server }) => {
        const { organizationId, channelIds } = caller;
        const include = includeOf(query.include);
        requireRecords(caller, include);
        const reader = reading.of(caller);
        const place = await reader.readPrimary((sql) => placeOf(sql, caller, cursors, query, "beginning"));
        const page = await readPage(reader, organizationId, filterOf(caller, query), place, query.limit);
        const known = { organizationId, channelIds, base: base(request, server) };
        const carried = (sql: Sql) => carry(sql, known, include, page.rows);
        const rows = include.length === 0 ? page.rows : await reader.readPrimary(carried);
        return new Response(showPage({ ...page, rows: [...rows] }, cursorsFor(caller, cursors)), {
          headers: { "content-type": "application/json" },
        });
      },
      {
        permission: "events:read",
        query: ListQuery,
        detail: documented({
          operation: "listEvents",
          summary: "List events",
          description:
            "Oldest first, starting at `after`, at `since`, or at the oldest event that is kept. The bodies are those of the webhooks, with the records of `include`. An event appears once no running transaction can still write one before it, so following `last_cursor` misses nothing.",
          responses: { 200: { description: "Oldest first", schema: EventsSchema } },
        }),
      },
    )
    .get(
      "/stream",
      async ({ caller, query, request, server }) => {
        const after = request.headers.get("last-event-id") || query.after;
        const filter = filterOf(caller, query);
        const include = includeOf(query.include);
        requireRecords(caller, include);
        // found by its key, and before a slot is taken: many clients reconnect at once and none may be refused
        const place = await placeOf(reading.sql, caller, cursors, { ...query, after }, "now");
        const from = { ...senderOf(request, server), requestId: caller.requestId };
        const allow = async () => {
          const current = await authenticator.require(request, "events:read", from);
          if (query.include_activity) requireToo(current, "messages:read");
          requireRecords(current, include);
        };
        if (query.include_activity) requireToo(caller, "messages:read");
        const release = takeSlot(caller);
        const reader = openReader(caller, filter, place, { include, base: base(request, server) });
        const readers = { organizationId: caller.organizationId, channelIds: filter.channelIds };
        const news = query.include_activity ? activity.follow(readers, reader.wake) : NO_NEWS;
        const stream = streamEvents(reader, allow, {
          ...{ cursorOf: cursorsFor(caller, cursors), beside: news.take },
          ended() {
            news.close();
            release();
          },
        });
        return new Response(stream, { headers: STREAM_HEADERS });
      },
      {
        permission: "events:read",
        endless: true,
        query: StreamQuery,
        detail: documented({
          operation: "streamEvents",
          summary: "Stream events",
          description: STREAMING,
          parameters: [lastEventId(EXAMPLE_ID)],
          responses: streamResponses(STREAM_EXAMPLE),
        }),
      },
    );
}

const STREAMING = `Events as they happen, as Server-Sent Events: \`id\` is the event's id, \`event\` its type, \`data\` the same JSON as in the list. Starts now, or at \`Last-Event-ID\` (which clients send by themselves when they reconnect), \`after\` or \`since\`: what happened since comes first, nothing twice and nothing missed.

${READERS}`;

const STREAM_EXAMPLE = `retry: 1000\nid: evt_01JDB2M5S8V0ZC3K7Q2M4N6P8R\n\n${streamMessage({
  organization_id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8A",
  id: EXAMPLE_ID,
  position: 0,
  type: "template.status_update",
  channel_id: null,
  test: false,
  created_at: new Date("2026-11-21T09:30:00.000Z"),
  body: '{"template_id":"tpl_01JDB2M5S8V0ZC3K7Q2M4N6P8V","status":"approved"}',
})}`;

/** Keeps reading until the page is full, the log ends or time is up. */
async function readPage(
  reading: Reader,
  organizationId: string,
  filter: EventFilter,
  place: EventPlace,
  limit: Static<typeof ListQuery>["limit"] = 25,
): Promise<EventPage> {
  const giveUpAt = performance.now() + PAGE_MS;
  let page: EventPage = { rows: [], end: place, more: true };
  while (page.more && page.rows.length < limit && performance.now() < giveUpAt) {
    const { rows, end } = page;
    // others have their turn in between
    const next = await reading.readPrimary((sql) =>
      readEvents(sql, organizationId, filter, end, limit - rows.length),
    );
    page = { ...next, rows: [...rows, ...next.rows] };
  }
  return page;
}

function showPage({ rows, end, more }: EventPage, cursorOf: CursorOf): string {
  const meta = { next_cursor: more ? cursorOf(end) : null, last_cursor: cursorOf(end) };
  return `{"data":[${rows.map(envelope).join(",")}],"meta":${JSON.stringify(meta)}}`;
}
