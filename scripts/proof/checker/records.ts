import type { History, MessageRecord } from "../history/history.ts";
import { reportedBy } from "../world/habits.ts";
import { acceptedSends, arrivalsByText } from "./look-ups.ts";

const SENT = ["sent", "delivered", "read"];

/**
 * Promise 2: what is said to be sent is on the person's phone, what is on the phone is said to be sent, and the status
 * is the furthest that was reported.
 */
export function checkRecords(history: History) {
  const arrived = arrivalsByText(history);
  const wrong = acceptedSends(history).flatMap(({ send, id, record }) => {
    if (record === undefined) return [];
    const about = [send.text, id];
    const isThere = arrived.has(send.text);
    if (SENT.includes(record.status) && !isThere)
      return [{ says: `${send.text} is ${record.status} and never arrived`, about }];
    const expected = reportedBy(send.habit);
    if (isThere && expected !== null && record.status !== expected && !isLeftOpen(record))
      return [{ says: `${send.text} was reported ${expected}, and its record says ${record.status}`, about }];
    return [];
  });
  return [...wrong, ...withoutRecord(history)];
}

/** Nobody knew whether it had arrived; or it did although it was cancelled, which is another promise's. */
function isLeftOpen({ status, error }: MessageRecord): boolean {
  return status === "cancelled" || error !== null;
}

/** What arrived although no organisation knows of it. */
function withoutRecord({ arrivals, end }: History) {
  const known = new Set(end.messages.map(({ text }) => text));
  return arrivals
    .filter(({ text }) => !known.has(text))
    .map(({ text }) => ({ says: `${text} arrived, and nobody has a record of it`, about: [text] }));
}
