import type { Sql } from "../../db/connection/client.ts";
import { BEGINNING, type EventPlace, findEventPlace } from "../../db/events/events.ts";
import type { Cursors } from "../http/paging.ts";
import { Problem, problem } from "../http/problem.ts";

/** The cursor before the first event, for a log that has none yet. */
const BEGINNING_CURSOR = "beginning";
/** The prefix of a sealed cursor; no event id has it. */
const SEALED = "cursor_";

/** Who reads: an organisation, and the channels its key is restricted to (null: all). */
export type Reader = { organizationId: string; channelIds: readonly string[] | null };

/** Makes the cursor of a position, to be passed as `after`. */
export type CursorOf = (place: EventPlace) => string;

/** The cursor of a position for readers who may see every event: the id of the event there. */
export function cursorOf({ id }: EventPlace): string {
  return id === "" ? BEGINNING_CURSOR : id;
}

/**
 * How cursors are made for a reader. A key restricted to some channels also moves past events
 * of other channels, so its cursors are sealed: they must not reveal the ids of those events.
 */
export function cursorsFor({ channelIds }: Reader, cursors: Cursors): CursorOf {
  if (channelIds === null) return cursorOf;
  return (place) => (place.id === "" ? BEGINNING_CURSOR : `${SEALED}${cursors.seal(place.id)}`);
}

/**
 * The position of a cursor: a sealed one, or the id of an event that the reader may see.
 * Throws 422 `invalid_cursor` for any other, and for one whose event has been dropped, since
 * later events may have been dropped too.
 */
export async function placeOfCursor(
  sql: Sql,
  { organizationId, channelIds }: Reader,
  cursors: Cursors,
  cursor: string,
): Promise<EventPlace> {
  if (cursor === BEGINNING_CURSOR) return BEGINNING;
  const place = cursor.startsWith(SEALED)
    ? await findEventPlace(sql, organizationId, open(cursors, cursor.slice(SEALED.length)))
    : await findEventPlace(sql, organizationId, cursor, channelIds);
  return place ?? unknownCursor();
}

function open(cursors: Cursors, sealed: string): string {
  try {
    return cursors.open(sealed) ?? unknownCursor();
  } catch (cause) {
    // the parameter has another name here than in other lists
    if (cause instanceof Problem) unknownCursor();
    throw cause;
  }
}

function unknownCursor(): never {
  const message = "there is no event with this id, or it is older than what is kept; start with since";
  throw problem(422, "invalid_cursor", `/after: ${message}`, { errors: [{ path: "/after", message }] });
}
