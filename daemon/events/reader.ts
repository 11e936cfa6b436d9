import type { Sql } from "../../db/connection/client.ts";
import { type EventFilter, type EventPlace, type EventRow, readEvents } from "../../db/events/events.ts";
import { type Caller, namesOf } from "../http/caller.ts";
import { createShares } from "../lib/turns/shares.ts";
import { streamMessage } from "./envelope.ts";
import type { RecentEvent } from "./recent.ts";
import type { Carry, Includable } from "./records/include.ts";
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

/** What events carry for a reader, who knows the daemon by this address. */
type WantedRecords = { include: readonly Includable[]; base: string };

/** Its reader can be woken, for what is sent beside the log. */
export type OpenReader = (
  caller: Pick<Caller, "organizationId" | "actor">,
  filter: EventFilter,
  place: EventPlace,
  records?: WantedRecords,
) => EventReader & Pick<Follower, "wake">;

const NO_RECORDS: WantedRecords = { include: [], base: "" };
const MOST_CHARACTERS = 64 * 1024;
const ROWS_A_READ = 100;
/** Concurrent database reads for readers that are behind, one of an organisation; more would starve everything else of connections. */
const READS_AT_ONCE = 2;

/**
 * Makes readers. One that is behind reads the database at its own pace; one that has caught up
 * reads the shared newest events. Nothing is buffered for any of them.
 */
export function createReaders(sql: Sql, tail: EventTail, carry: Carry): OpenReader {
  const shares = createShares({ atOnce: READS_AT_ONCE });
  return (caller, filter, start, { include, base } = NO_RECORDS) => {
    const { organizationId } = caller;
    const names = namesOf(caller);
    const follower = tail.follow(organizationId);
    let place = start;

    /** The messages of events with the records that their reader wants, which are read as its turn comes. */
    async function carrying(rows: readonly EventRow[]): Promise<string[]> {
      if (include.length === 0 || rows.length === 0) return rows.map(streamMessage);
      const reader = { organizationId, channelIds: filter.channelIds, base };
      return (await shares.inTurn(names, () => carry(sql, reader, include, rows))).map(streamMessage);
    }

    async function next(): Promise<string> {
      const recent = follower.after(place);
      if (recent !== null) {
        const { wanted, end } = gather(recent, filter, place);
        const text = include.length === 0 ? wanted.map(({ message }) => message) : await carrying(wanted);
        place = end;
        return text.join("");
      }
      const read = () => readEvents(sql, organizationId, filter, place, ROWS_A_READ);
      const page = await shares.inTurn(names, read);
      const text = (await carrying(page.rows)).join("");
      place = page.end;
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

/** The wanted events, until there are enough, and the position reached. */
function gather(
  events: readonly RecentEvent[],
  filter: EventFilter,
  start: EventPlace,
): { wanted: RecentEvent[]; end: EventPlace } {
  const wanted: RecentEvent[] = [];
  let characters = 0;
  let end = start;
  for (const event of events) {
    end = event;
    if (!isWanted(event, filter)) continue;
    wanted.push(event);
    characters += event.message.length;
    if (characters > MOST_CHARACTERS) break;
  }
  return { wanted, end: { position: end.position, id: end.id } };
}

function isWanted(row: EventRow, { types, channelIds, since, tests }: EventFilter): boolean {
  return (
    (types === null || types.includes(row.type)) &&
    (channelIds === null || (row.channel_id !== null && channelIds.includes(row.channel_id))) &&
    (since === null || row.created_at >= since) &&
    (tests || !row.test)
  );
}
