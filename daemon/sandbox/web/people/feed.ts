import type { PhoneMessage } from "./phone-message.ts";

/** What happens on a phone: a message came or went, something about one changed, somebody writes or is there. */
export type Happening =
  | { type: "message" | "change"; message: PhoneMessage }
  | { type: "chatstate"; from: string; presence: string }
  | { type: "presence"; presence: string };

/** `sequence` grows by one with each event of the sandbox. */
export type PhoneEvent = { sequence: number; number: string } & Happening;

/** What happens on phones, for those who watch one. */
export type Feed = {
  emit(number: string, happening: Happening): void;
  /**
   * Calls `listener` with the events of a number that are newer than `after`, from now on when it is left
   * out; ends with the function that comes back.
   */
  watch(number: string, listener: (event: PhoneEvent) => void, after?: number): () => void;
};

/** So many events are remembered for those who come back. */
const MOST_REMEMBERED = 10_000;

export function createFeed(): Feed {
  const remembered: PhoneEvent[] = [];
  const listeners = new Set<(event: PhoneEvent) => void>();
  let sequence = 0;
  return {
    emit(number, happening) {
      sequence += 1;
      const event = { sequence, number, ...happening };
      remembered.push(event);
      if (remembered.length > MOST_REMEMBERED) remembered.splice(0, MOST_REMEMBERED / 10);
      for (const listen of listeners) listen(event);
    },
    watch(number, listener, after = sequence) {
      const listen = (event: PhoneEvent) => {
        if (event.number === number) listener(event);
      };
      for (const event of remembered) if (event.sequence > after) listen(event);
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}
