import type { History, MessageRecord } from "../history/history.ts";
import { acceptedSends, arrivalsByText } from "./look-ups.ts";

/** Promise 5: what was cancelled, has expired, or was for somebody who is suppressed, reaches nobody. */
export function checkFinal(history: History) {
  return [...cancelled(history), ...ended(history), ...suppressed(history)];
}

function cancelled(history: History) {
  const arrived = arrivalsByText(history);
  return history.cancels
    .filter(({ text }) => arrived.has(text))
    .map(({ text }) => ({ says: `${text} was cancelled, and arrived`, about: [text] }));
}

function ended(history: History) {
  const arrived = arrivalsByText(history);
  return acceptedSends(history).flatMap(({ send: { text }, id, record }) =>
    record !== undefined && isFinal(record) && arrived.has(text)
      ? [
          {
            says: `the record of ${text} says that it was cancelled or expired, and it arrived`,
            about: [text, id],
          },
        ]
      : [],
  );
}

function isFinal({ status, error }: MessageRecord): boolean {
  return status === "cancelled" || error === "expired";
}

function suppressed({ suppressions, sends }: History) {
  return suppressions.flatMap(({ organization, person, at }) =>
    sends
      .filter((send) => send.organization === organization && send.person === person)
      .filter((send) => send.at > at && send.accepted.length > 0)
      .map(({ text }) => ({
        says: `${text} was accepted for ${person}, who had been suppressed`,
        about: [text, person],
      })),
  );
}
