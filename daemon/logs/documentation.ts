import { READERS } from "../events/stream-documentation.ts";
import { Type } from "../lib/typebox.ts";
import { RequestLineSchema } from "./line.ts";
import { streamMessage } from "./reader.ts";

/* What the OpenAPI document says of the requests that were answered. */

export const CURSOR_EXAMPLE = "mi6v1xk0-4k2j9x0a_3f";
export const LinesSchema = Type.Object({
  data: Type.Array(RequestLineSchema),
  meta: Type.Object({
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Pass it as `after`; null when there are no more now",
      examples: [null],
    }),
    last_cursor: Type.String({
      description: "The end of what was read: pass it as `after` to get what came since",
      examples: [CURSOR_EXAMPLE],
    }),
    left_out: Type.Integer({
      description: "Requests that are no longer known, or were too many to pass on",
      examples: [0],
    }),
    forgotten: Type.Boolean({
      description:
        "Whether a daemon that had served requests before the cursor has stopped: its last requests are lost",
      examples: [false],
    }),
  }),
});

const RETENTION =
  "Each daemon keeps an organisation's last 500 requests in memory, and the daemons ask each other. Nothing is stored: what a daemon knew is lost when it stops. The log leaves out requests without a valid key or login, requests that read the log, and all queries, headers and bodies.";

export const LISTING = `Oldest first, starting at \`after\`, at \`since\`, or at the oldest that is known. ${RETENTION}`;

export const STREAMING = `Requests as they are served, by all daemons of the database, as Server-Sent Events: \`event: request\`, with the same JSON as in the list. Starts now, or at \`Last-Event-ID\` (which clients send by themselves when they reconnect), \`after\` or \`since\`. ${RETENTION}

\`event: left_out\` says how many requests are missing, because they were too many at once or are no longer known; \`event: forgotten\` says that a daemon has stopped whose last requests may be missing. ${READERS}`;

export const STREAM_EXAMPLE = `retry: 1000\nid: mi6v1xk0\n\n${streamMessage(
  {
    kind: "line",
    cursor: CURSOR_EXAMPLE,
    line: {
      source: "4k2j9x0a",
      number: 123,
      written: Date.parse("2026-11-21T09:30:00.004Z"),
      durationMs: 4,
      method: "POST",
      path: "/v1/messages",
      status: 201,
      code: null,
      requestId: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a12",
      actorType: "key",
      actorId: "key_01JDB2M5S8V0ZC3K7Q2M4N6P8B",
    },
  },
  new Map([["key_01JDB2M5S8V0ZC3K7Q2M4N6P8B", "CI"]]),
)}`;
