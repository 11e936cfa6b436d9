import { type Static, Type } from "../lib/typebox.ts";
import { CURSOR_PATTERN, type LinePlace, LONGEST_CURSOR, readCursor } from "./cursor.ts";
import type { Line } from "./line.ts";

/** What both ways of reading requests take. */
export const LineQuery = {
  after: Type.Optional(
    Type.String({
      maxLength: LONGEST_CURSOR,
      pattern: CURSOR_PATTERN,
      description: "A cursor: where to start",
      examples: ["mi6v1xk0-4k2j9x0a_3f"],
    }),
  ),
  since: Type.Optional(Type.String({ format: "date-time", description: "Only at or after this time" })),
  status: Type.Optional(
    Type.String({
      pattern: "^[1-5](\\d\\d|xx)(,[1-5](\\d\\d|xx))*$",
      maxLength: 128,
      description: "Only with one of these statuses, separated by commas: `4xx,500`",
      examples: ["4xx,5xx"],
    }),
  ),
  method: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z]+(,[A-Za-z]+)*$",
      maxLength: 128,
      description: "Only with one of these methods, separated by commas",
      examples: ["POST,DELETE"],
    }),
  ),
  path: Type.Optional(
    Type.String({
      pattern: "^/",
      maxLength: 512,
      description: "Only paths that begin with this",
      examples: ["/v1/messages"],
    }),
  ),
};

const Query = Type.Object(LineQuery);

/** Whether a line is wanted. */
export type LineFilter = (line: Line) => boolean;

/** The filter of a query. */
export function filterOf({ status, method, path }: Static<typeof Query>): LineFilter {
  const statuses = status?.split(",").map((one) => one.replace("xx", ""));
  const methods = method?.toUpperCase().split(",");
  return (line) =>
    (statuses === undefined || statuses.some((one) => String(line.status).startsWith(one))) &&
    (methods === undefined || methods.includes(line.method)) &&
    (path === undefined || line.path.startsWith(path));
}

/** Where a query begins; of a cursor, `since` moves it on. Throws 422 for one that is none. */
export function placeOf(
  { after, since }: { after?: string | undefined; since?: string | undefined },
  otherwise: number,
): LinePlace {
  const sinceMs = since === undefined ? undefined : new Date(since).getTime();
  if (after === undefined) return { since: Math.max(0, sinceMs ?? otherwise), seen: new Map() };
  const place = readCursor(after);
  return { ...place, since: Math.max(place.since, sinceMs ?? 0) };
}
