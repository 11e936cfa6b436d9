import type { Sql } from "../../db/connection/client.ts";
import { type EventFilter, type EventPlace, type EventRow, readEvents } from "../../db/events/events.ts";
import { type Caller, namesOf } from "../http/caller.ts";
import { createShares } from "../lib/turns/shares.ts";
import { streamMessage } from "./envelope.ts";
import type { EventTail, Follower } from "./tail.ts";

/** A reader of an organisation's log: what it wants and how far it has read. */
export type EventReader = {
  /** The next messages as text, at most about 64 KiB; empty when there are none now. */
  next(): Promise<string>;
  /** The position it has read up to. */
  place(): EventPlace;
  /** Resolves when there may be more, or after `timeoutMs`. */
  changed(timeoutMs: number): Promise<unknown>;
  /** Whether no more will come because the daemon is stopping. */
  isOver(): boolean;
  close(): void;
};

/** Its reader can be woken, for what is sent beside the log. */
export type OpenReader = (
  caller: Pick<Caller, "organizationId" | "actor">,
  filter: EventFilter,
  place: EventPlace,
) => EventReader & Pick<Follower, "wake">;

const MOST_CHARACTERS = 64 * 1024;
const ROWS_A_READ = 100;
/** Concurrent database reads for readers that are behind, one of an organisation; more would starve everything else of connections. */
const READS_AT_ONCE = 2;

/**
 * Makes readers. One that is behind reads the database at its own pace; one that has caught up
 * reads the shared newest events. Nothing is buffered for any of them.
 */
export function createReaders(sql: Sql, tail: EventTail): OpenReader {
  const shares = createShares({ atOnce: READS_AT_ONCE });
  return (caller, filter, start) => {
    const { organizationId } = caller;
    const names = namesOf(caller);
    const follower = tail.follow(organizationId);
    let place = start;

    async function next(): Promise<string> {
      const recent = follower.after(place);
      if (recent !== null) {
        const { text, end } = gather(recent, filter, place);
        place = end;
        return text;
      }
      const read = () => readEvents(sql, organizationId, filter, place, ROWS_A_READ);
      const page = await shares.inTurn(names, read);
      place = page.end;
      const text = page.rows.map(streamMessage).join("");
      return text === "" && page.more ? await next() : text;
    }

    return {
      next,
      place: () => place,
      changed: follower.changed,
      wake: follower.wake,
      isOver: follower.isOver,
      close: follower.close,
    };
  };
}

/** The messages of the wanted events, until there are enough, and the position reached. */
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
