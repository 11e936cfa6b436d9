import type { History } from "../history/history.ts";
import { acceptedSends } from "./look-ups.ts";

const UNFINISHED = ["queued", "scheduled", "sending"];
/** With these a message may fail although its recipient can be reached. */
const EXCUSED = ["expired", "outcome_unknown"];
/** To these, a message is expected to fail. */
const UNREACHABLE = ["undeliverable"];

/** Promise 1: what was accepted has a record, which has come to an end, and says why if it failed. */
export function checkKept(history: History) {
  return acceptedSends(history).flatMap(({ send, id, record }) => {
    const about = [send.text, id];
    if (record === undefined) return [{ says: `${send.text} was accepted and has no record`, about }];
    if (UNFINISHED.includes(record.status))
      return [{ says: `${send.text} is still ${record.status} at the end`, about }];
    if (record.status !== "failed") return [];
    if (record.error === null) return [{ says: `${send.text} failed without a reason`, about }];
    if (EXCUSED.includes(record.error) || UNREACHABLE.includes(send.habit)) return [];
    return [
      { says: `${send.text} failed with ${record.error}, though ${send.person} can be reached`, about },
    ];
  });
}
