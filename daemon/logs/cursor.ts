import { problem } from "../http/problem.ts";

/** How far a reader is: nothing from before `since`, and of each source nothing up to a number. */
export type LinePlace = { since: number; seen: ReadonlyMap<string, number> };

/** `since`, then each source with its number, all in base 36. */
const CURSOR = /^[0-9a-z]{1,12}(-[0-9a-z]{8}_[0-9a-z]{1,11})*$/;

/** The pattern of a cursor, for the query's schema. */
export const CURSOR_PATTERN = CURSOR.source;
/** Enough for a hundred daemons. */
export const LONGEST_CURSOR = 2500;

/** A place as text. */
export function writeCursor({ since, seen }: LinePlace): string {
  const sources = [...seen].map(([source, number]) => `-${source}_${number.toString(36)}`);
  return since.toString(36) + sources.join("");
}

/** The place that a cursor names. Throws 422 `invalid_cursor` for a text that is none. */
export function readCursor(cursor: string): LinePlace {
  if (!CURSOR.test(cursor) || cursor.length > LONGEST_CURSOR) throw unknownCursor();
  const [since = "", ...sources] = cursor.split("-");
  const seen = sources.map((text) => text.split("_"));
  return {
    since: Number.parseInt(since, 36),
    seen: new Map(seen.map(([source = "", number = ""]) => [source, Number.parseInt(number, 36)])),
  };
}

function unknownCursor() {
  const message = "not one that this API gave out; begin with since";
  return problem(422, "invalid_cursor", `/after: ${message}`, { errors: [{ path: "/after", message }] });
}
