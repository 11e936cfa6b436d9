/** Something that happened on a phone. */
export type PhoneEvent = {
  /** Grows by one with each event of the sandbox. */
  sequence: number;
  number: string;
  type: "message" | "change" | "chatstate" | "presence";
  [detail: string]: unknown;
};

/** What happens on phones, for those who watch one. */
export type Feed = {
  emit(number: string, type: PhoneEvent["type"], details: Record<string, unknown>): void;
  /** Calls `listener` with the events of a number from now on, after those newer than `after`; ends with the function that comes back. */
  watch(number: string, listener: (event: PhoneEvent) => void, after?: number): () => void;
};

/** So many events are remembered for those who come back. */
const MOST_REMEMBERED = 10_000;

export function createFeed(): Feed {
  const remembered: PhoneEvent[] = [];
  const listeners = new Set<(event: PhoneEvent) => void>();
  let sequence = 0;
  return {
    emit(number, type, details) {
      sequence += 1;
      const event = { ...details, sequence, number, type };
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
