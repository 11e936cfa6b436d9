import type { Sql } from "../../db/connection/client.ts";
import { type EventFilter, type EventPlace, type EventRow, readEvents } from "../../db/events/events.ts";
import { streamMessage } from "./envelope.ts";
import type { EventTail } from "./tail.ts";
import { createTurns } from "./turns.ts";

/** One reader's way through the log of an organisation: what it wants, how far it has read. */
export type EventReader = {
  /** The next messages as text, at most about 64 KiB; empty when there are none now. */
  next(): Promise<string>;
  /** How far it has read. */
  place(): EventPlace;
  /** Resolves when there may be more, or after `timeoutMs`. */
  changed(timeoutMs: number): Promise<unknown>;
  /** Whether there will be no more: the daemon stops. */
  isOver(): boolean;
  close(): void;
};

export type OpenReader = (organizationId: string, filter: EventFilter, place: EventPlace) => EventReader;

const MOST_CHARACTERS = 64 * 1024;
const ROWS_A_READ = 100;
/** Reads of readers that are behind; more at a time would take the connections from everything else. */
const READS_AT_ONCE = 2;

/**
 * Makes readers: one that is behind reads the database at its own pace, one
 * that has caught up reads what all share. None has anything kept for it.
 */
export function createReaders(sql: Sql, tail: EventTail): OpenReader {
  const inTurn = createTurns(READS_AT_ONCE);
  return (organizationId, filter, start) => {
    const follower = tail.follow(organizationId);
    let place = start;

    async function next(): Promise<string> {
      const recent = follower.after(place);
      if (recent !== null) {
        const { text, end } = gather(recent, filter, place);
        place = end;
        return text;
      }
      const page = await inTurn(() => readEvents(sql, organizationId, filter, place, ROWS_A_READ));
      place = page.end;
      const text = page.rows.map(streamMessage).join("");
      return text === "" && page.more ? await next() : text;
    }

    return {
      next,
      place: () => place,
      changed: follower.changed,
      isOver: follower.isOver,
      close: follower.close,
    };
  };
}

/** The messages of the wanted events, until there are enough, and how far that is. */
function gather(
  events: readonly (EventRow & { message: string })[],
  filter: EventFilter,
  start: EventPlace,
): { text: string; end: EventPlace } {
  let text = "";
  let end = start;
  for (const event of events) {
    end = event;
    if (isWanted(event, filter)) text += event.message;
    if (text.length > MOST_CHARACTERS) break;
  }
  return { text, end: { position: end.position, id: end.id } };
}

function isWanted(row: EventRow, { types, channelIds, since, tests }: EventFilter): boolean {
  return (
    (types === null || types.includes(row.type)) &&
    (channelIds === null || (row.channel_id !== null && channelIds.includes(row.channel_id))) &&
    (since === null || row.created_at >= since) &&
    (tests || !row.test)
  );
}
