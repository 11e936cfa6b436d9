import { Type } from "@sinclair/typebox";
import { READERS } from "../events/stream-documentation.ts";
import { RequestLineSchema } from "./line.ts";
import { streamMessage } from "./reader.ts";

/* What the OpenAPI document says of the requests that were answered. */

export const CURSOR_EXAMPLE = "mi6v1xk0-4k2j9x0a_3f";
export const LinesSchema = Type.Object({
  data: Type.Array(RequestLineSchema),
  meta: Type.Object({
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Pass it as `after`; null when there is no more now",
      examples: [null],
    }),
    last_cursor: Type.String({
      description: "How far it was read: pass it as `after` to ask later for what came since",
      examples: [CURSOR_EXAMPLE],
    }),
    left_out: Type.Integer({
      description: "Requests of which nothing is known any more, or that were too many to be passed on",
      examples: [0],
    }),
    forgotten: Type.Boolean({
      description:
        "Whether a daemon ended that had answered requests before the cursor: its last ones are gone",
      examples: [false],
    }),
  }),
});

const RETENTION =
  "Each daemon keeps the last 500 of an organisation in memory, and the daemons ask each other: nothing is written for a request, and what a daemon knew ends with it. Requests without a valid key or login belong to no organisation and are in no log, those that read the log are left out; nothing of queries, headers and bodies is kept.";

export const LISTING = `Oldest first, from \`after\`, from \`since\`, or from the first that is known. ${RETENTION}`;

export const STREAMING = `Requests as they are answered, by whichever daemon of the database, as Server-Sent Events: \`event: request\`, with the same JSON as in the list. Begins now, or after \`Last-Event-ID\` (which a client sends by itself when it connects again), \`after\` or \`since\`. ${RETENTION}

\`event: left_out\` says how many requests it can't tell of, because they were too many at once or are no longer known; \`event: forgotten\`, that a daemon ended whose last requests may be missing. ${READERS}`;

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
