import { Nullable, Type } from "../lib/typebox.ts";
import { shownPath, withoutSecrets } from "./path.ts";

/** An answered request as it is kept and passed on between daemons: nothing of its query, headers or body. */
export type Line = {
  /** Whose lines they are: one daemon's of one organisation. */
  source: string;
  /** Counts the lines of a source, from 1, without gaps. */
  number: number;
  /** When it was answered, in milliseconds since 1970; never before the line before it. */
  written: number;
  /** How long the response took, in milliseconds. */
  durationMs: number;
  method: string;
  /** As requested, until the line is shown or passed on. */
  path: string;
  status: number;
  /** The `code` of an error response. */
  code: string | null;
  requestId: string;
  actorType: "key" | "user";
  actorId: string;
};

export const RequestLineSchema = Type.Object(
  {
    at: Type.String({ format: "date-time", description: "When it came" }),
    method: Type.String(),
    path: Type.String({
      description: "Without the query; what looks like a secret is removed, and a long path is cut",
    }),
    status: Type.Integer(),
    duration_ms: Type.Number({
      description: "How long the response took; for a stream, how long until it started",
    }),
    request_id: Type.String(),
    actor: Type.Object(
      {
        type: Type.Union([Type.Literal("key"), Type.Literal("user")]),
        id: Type.String(),
        name: Nullable(Type.String({ description: "Its name now; null if it was deleted" })),
      },
      { description: "The key or user of the request" },
    ),
    error_code: Nullable(Type.String({ description: "The `code` of an error response" })),
  },
  {
    title: "RequestLine",
    examples: [
      {
        at: "2026-11-21T09:30:00.000Z",
        method: "POST",
        path: "/v1/messages",
        status: 201,
        duration_ms: 4.2,
        request_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a12",
        actor: { type: "key", id: "key_01JDB2M5S8V0ZC3K7Q2M4N6P8B", name: "CI" },
        error_code: null,
      },
    ],
  },
);

/** A line as the API shows it. */
export function showLine(line: Line, names: ReadonlyMap<string, string>) {
  return {
    at: new Date(line.written - line.durationMs).toISOString(),
    method: line.method,
    path: shownPath(line.path),
    status: line.status,
    duration_ms: line.durationMs,
    request_id: withoutSecrets(line.requestId),
    actor: { type: line.actorType, id: line.actorId, name: names.get(line.actorId) ?? null },
    error_code: line.code,
  };
}
