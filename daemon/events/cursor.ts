import type { Sql } from "../../db/connection/client.ts";
import { BEGINNING, type EventPlace, findEventPlace } from "../../db/events/events.ts";
import type { Cursors } from "../http/paging.ts";
import { Problem, problem } from "../http/problem.ts";

/** The cursor before the first event, for a log that has none yet. */
const BEGINNING_CURSOR = "beginning";
/** What a sealed cursor begins with, as no event's id does. */
const SEALED = "cursor_";

/** Whose key it is that reads: the channels that it is for, null being all. */
export type Reader = { organizationId: string; channelIds: readonly string[] | null };

/** Makes the cursor of a place, to be passed as `after`. */
export type CursorOf = (place: EventPlace) => string;

/** The cursor of a place for who may see every event: the id of the event there. */
export function cursorOf({ id }: EventPlace): string {
  return id === "" ? BEGINNING_CURSOR : id;
}

/**
 * How a reader is given cursors. One for some channels also reads past events
 * of others: its cursors are sealed, since such an event's id is as good as
 * unknown to it.
 */
export function cursorsFor({ channelIds }: Reader, cursors: Cursors): CursorOf {
  if (channelIds === null) return cursorOf;
  return (place) => (place.id === "" ? BEGINNING_CURSOR : `${SEALED}${cursors.seal(place.id)}`);
}

/**
 * The place of a cursor: a sealed one, or the id of an event that the reader
 * may see. Throws 422 `invalid_cursor` for any other, and for one whose event
 * is gone: what came after it may be gone with it.
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
  const message = "no event has this id, or it is older than what is kept; begin with since";
  throw problem(422, "invalid_cursor", `/after: ${message}`, { errors: [{ path: "/after", message }] });
}
