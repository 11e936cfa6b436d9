/** What came to people: counted at the stand-in for Meta, and on the phones that the paired number writes to. */
import { type Read, readCalls, readPhone } from "../../stage/arrivals.ts";

/** How often each came. */
export type Arrived = {
  /** By the message's id. */
  official: ReadonlyMap<string, number>;
  /** By the message's text; a repetition that the phone shows once is counted, too. */
  paired: ReadonlyMap<string, number>;
};

export type Arrivals = {
  /** Everything until now. */
  count(): Promise<Arrived>;
  stop(): Promise<void>;
};

export type PairedNumber = { number: string; people: readonly string[] };

const EVERY_MS = 10_000;

/** Reads the calls while it goes on, as the stand-in remembers 200,000 of them; those of `paired` at the end. */
export function watchArrivals(read: Read, paired: PairedNumber): Arrivals {
  const official = new Map<string, number>();
  let known = 0;
  let reading: Promise<void> = Promise.resolve();

  async function readOn(): Promise<void> {
    for (const { biz_opaque_callback_data: id } of await readCalls(read, known)) {
      official.set(id, (official.get(id) ?? 0) + 1);
      known += 1;
    }
  }

  /** Each reading begins where the one before it ended. */
  function readAgain(): Promise<void> {
    reading = reading.catch(() => {}).then(readOn);
    return reading;
  }

  const timer = setInterval(() => void readAgain().catch(() => {}), EVERY_MS);
  return {
    async count() {
      await readAgain();
      const phones = await Promise.all(paired.people.map((person) => readPhone(read, person, paired.number)));
      return { official, paired: copiesByText(phones.flat()) };
    },
    async stop() {
      clearInterval(timer);
      await reading.catch(() => {});
    },
  };
}

function copiesByText(messages: readonly { text: string | null; copies: number }[]): Map<string, number> {
  const copies = new Map<string, number>();
  // what could not be read yet has no text, and is asked for again
  for (const { text, copies: more } of messages)
    if (text !== null) copies.set(text, (copies.get(text) ?? 0) + more);
  return copies;
}
