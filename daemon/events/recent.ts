import { comparePlaces, type EventPlace, type EventRow } from "../../db/events/events.ts";
import { streamMessage } from "./envelope.ts";

/** An event with its text for a stream, rendered once for all readers. */
export type RecentEvent = EventRow & { message: string };

/** The newest events of one organisation, up to a fixed number. */
export type RecentEvents = {
  /** The position of the last event added. */
  end(): EventPlace;
  /** Adds the events after the end, in order. */
  add(rows: readonly EventRow[]): void;
  /** The events after a position; null when some of them have been dropped. */
  after(place: EventPlace): readonly RecentEvent[] | null;
};

type Limits = { mostEvents?: number; mostCharacters?: number };

/** Starts empty: the events after `start` are added later. */
export function createRecentEvents(
  start: EventPlace,
  { mostEvents = 1000, mostCharacters = 2 * 1024 * 1024 }: Limits = {},
): RecentEvents {
  const events: RecentEvent[] = [];
  let end = start;
  let characters = 0;

  function trim(): void {
    let gone = 0;
    while (events.length - gone > mostEvents || characters > mostCharacters) {
      characters -= events[gone]?.message.length ?? 0;
      gone += 1;
    }
    const last = events.splice(0, gone).at(-1);
    if (last !== undefined) start = last;
  }

  return {
    end: () => end,
    add(rows) {
      for (const row of rows) {
        const message = streamMessage(row);
        events.push({ ...row, message });
        characters += message.length;
        end = { position: row.position, id: row.id };
      }
      trim();
    },
    after(place) {
      if (comparePlaces(place, start) < 0) return null;
      return events.slice(events.findLastIndex((event) => comparePlaces(event, place) <= 0) + 1);
    },
  };
}
