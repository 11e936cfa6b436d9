import type { PhoneMessage } from "./phone-message.ts";

/** An event of a phone: a message came, went or changed, somebody is typing or online. */
export type Happening =
  | { type: "message" | "change"; message: PhoneMessage }
  | { type: "chatstate"; from: string; presence: string }
  | { type: "presence"; presence: string };

/** `sequence` grows with each event, over restarts too. */
export type PhoneEvent = { sequence: number; number: string } & Happening;

export type Listener = (event: PhoneEvent) => void;

export type WatchOptions = {
  /** The sequence number of the last event that was seen; those since then come first. */
  after?: number | undefined;
  /** There will be no more events: the sandbox stops, or starts again. */
  ended?(): void;
};

/** What happens on phones, for those who watch one. */
export type Feed = {
  emit(number: string, happening: Happening): void;
  /** Passes the events of a number to the listener until the returned function is called. */
  watch(number: string, listener: Listener, options?: WatchOptions): () => void;
  end(): void;
};

/** So many events are remembered for those who come back. */
const MOST_REMEMBERED = 10_000;
/** Sequence numbers begin with the time, so that those of a later feed are higher. */
const NUMBERS_PER_MILLISECOND = 1_000;

export function createFeed(): Feed {
  const remembered: PhoneEvent[] = [];
  const watchers = new Set<{ number: string; listener: Listener; ended: () => void }>();
  let sequence = Date.now() * NUMBERS_PER_MILLISECOND;
  return {
    emit(number, happening) {
      sequence += 1;
      const event = { sequence, number, ...happening };
      remembered.push(event);
      if (remembered.length > MOST_REMEMBERED) remembered.splice(0, MOST_REMEMBERED / 10);
      for (const watcher of watchers) if (watcher.number === number) watcher.listener(event);
    },
    watch(number, listener, { after = sequence, ended = () => {} } = {}) {
      for (const event of remembered) {
        if (event.number === number && event.sequence > after) listener(event);
      }
      const watcher = { number, listener, ended };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    end() {
      for (const { ended } of watchers) ended();
      watchers.clear();
    },
  };
}
