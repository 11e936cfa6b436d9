import { ownNumber } from "../../memory/own-number.ts";
import { hiddenNumber } from "../messages/recipients.ts";

/** 72 hours in which everything to a person is free, from the answer to what they wrote after they tapped an ad. */
export type AdWindow = { id: string; until: number };

export type AdWindows = {
  /** Somebody wrote after they tapped an ad. */
  tapped(phoneId: string, person: string, at: number): void;
  /** The window that a message is in, which opens with the first that answers within a day; null outside of one. */
  answered(phoneId: string, person: string, at: number): AdWindow | null;
  clear(): void;
};

const HOUR_MS = 3_600_000;
const TO_ANSWER_MS = 24 * HOUR_MS;
const OPEN_MS = 72 * HOUR_MS;

export function createAdWindows(newId: () => string): AdWindows {
  const taps = new Map<string, number>();
  const windows = new Map<string, AdWindow>();
  return {
    tapped: (phoneId, person, at) => void taps.set(keyOf(phoneId, person), at),
    answered(phoneId, person, at) {
      const key = keyOf(phoneId, person);
      const open = windows.get(key);
      if (open !== undefined && at < open.until) return open;
      const tap = taps.get(key);
      taps.delete(key);
      if (tap === undefined || at - tap > TO_ANSWER_MS) return null;
      const window = { id: newId(), until: at + OPEN_MS };
      windows.set(key, window);
      return window;
    },
    clear() {
      taps.clear();
      windows.clear();
    },
  };
}

/** Somebody is the same with an older form of their number, and when they hide it. */
function keyOf(phoneId: string, person: string): string {
  return `${phoneId} ${ownNumber(hiddenNumber(person))}`;
}
