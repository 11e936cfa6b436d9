import type { History } from "../history/history.ts";
import { arrivalsByText } from "./look-ups.ts";

/** Promise 3: a message is on a phone once; more often only where its record says that this may be. */
export function checkOnce(history: History) {
  const admitted = new Set(
    history.end.messages.filter(({ possibleDuplicate }) => possibleDuplicate).map(({ text }) => text),
  );
  return [...arrivalsByText(history)]
    .filter(([text, arrivals]) => arrivals.length > 1 && !admitted.has(text))
    .map(([text, arrivals]) => ({
      says: `${text} arrived ${arrivals.length} times, and its record admits nothing`,
      about: [text],
    }));
}
