import { Elysia, t } from "elysia";
import { STREAM_HEADERS, streamEvents } from "../events/stream.ts";
import { lastEventId, streamResponses } from "../events/stream-documentation.ts";
import { createStreamSlots } from "../events/stream-slots.ts";
import type { From } from "../http/caller.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Reading } from "../http/reading.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { CURSOR_EXAMPLE, LISTING, LinesSchema, STREAM_EXAMPLE, STREAMING } from "./documentation.ts";
import { showLine } from "./line.ts";
import { createNames } from "./names.ts";
import { filterOf, LineQuery, placeOf } from "./query.ts";
import { createLineReader, createStreamReader, type LineReader, type Read } from "./reader.ts";
import type { RequestLog } from "./request-log.ts";

export type LogDependencies = {
  reading: Pick<Reading, "sql">;
  requestLog: RequestLog;
  /** Says, as long as a stream is open, whether its key still may read. */
  authenticator: { require(request: Request, permission: "logs:read", from: From): Promise<unknown> };
  senderOf: SenderReader;
};

const ListQuery = Type.Object({
  ...LineQuery,
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100, default: 25, description: "Rows a page" })),
});
const StreamQuery = Type.Object(LineQuery);

/** `/v1/logs/requests`: the requests that were answered of late, page by page or as a stream. */
export function logRoutes(http: Http, { reading, requestLog, authenticator, senderOf }: LogDependencies) {
  const takeSlot = createStreamSlots();
  return new Elysia({ prefix: "/v1/logs/requests" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) => {
        const place = placeOf(query, 0);
        const follower = requestLog.follow(caller.organizationId);
        try {
          const reader = createLineReader(follower, filterOf(query), place);
          const page = await readPage(reader, query.limit);
          const lines = page.found.flatMap((read) => (read.kind === "line" ? [read.line] : []));
          const names = await createNames(
            reading.sql,
            caller.organizationId,
          )(lines.map(({ actorId }) => actorId));
          return { data: lines.map((line) => showLine(line, names)), meta: metaOf(reader, page) };
        } finally {
          follower.close();
        }
      },
      {
        permission: "logs:read",
        query: ListQuery,
        detail: documented({
          operation: "listRequests",
          summary: "List requests",
          description: LISTING,
          responses: { 200: { description: "Oldest first", schema: LinesSchema } },
        }),
      },
    )
    .get(
      "/stream",
      ({ caller, query, request, server }) => {
        const after = request.headers.get("last-event-id") || query.after;
        const place = placeOf({ ...query, after }, Date.now());
        const from = { ...senderOf(request, server), requestId: caller.requestId };
        const ended = takeSlot(caller);
        const follower = requestLog.follow(caller.organizationId);
        const reader = createStreamReader(
          createLineReader(follower, filterOf(query), place),
          follower,
          createNames(reading.sql, caller.organizationId),
        );
        const stream = streamEvents(reader, () => authenticator.require(request, "logs:read", from), {
          ended,
        });
        return new Response(stream, { headers: STREAM_HEADERS });
      },
      {
        permission: "logs:read",
        endless: true,
        query: StreamQuery,
        detail: documented({
          operation: "streamRequests",
          summary: "Stream requests",
          description: STREAMING,
          parameters: [lastEventId(CURSOR_EXAMPLE)],
          responses: streamResponses(STREAM_EXAMPLE),
        }),
      },
    );
}

type Page = { found: Read[]; more: boolean };

async function readPage(reader: LineReader, limit = 25): Promise<Page> {
  const found: Read[] = [];
  const room = () => limit - found.filter(({ kind }) => kind === "line").length;
  while (room() > 0) {
    const next = await reader.next(room());
    if (next === null) return { found, more: false };
    found.push(...next);
  }
  return { found, more: true };
}

function metaOf(reader: LineReader, { found, more }: Page) {
  return {
    next_cursor: more ? reader.cursor() : null,
    last_cursor: reader.cursor(),
    left_out: found.reduce((sum, read) => sum + (read.kind === "left_out" ? read.count : 0), 0),
    forgotten: reader.hasForgotten(),
  };
}
