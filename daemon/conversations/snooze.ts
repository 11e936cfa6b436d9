import { Type } from "../lib/typebox.ts";
import { checkAhead, refusedTime } from "./ahead.ts";

const FIELD = "snoozed_until";
const LONGEST = { ms: 366 * 24 * 3600_000, words: "a year" };

export const SnoozedUntil = Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
  description:
    "With the status `snoozed`: when it opens again, at most a year from now; null: when the person writes. Absent, it stays as it is",
});

/** When a conversation opens again that takes a status. Throws 422 where that is not snoozed, or the time not ahead. */
export function untilOf(status: string | undefined, until: string | null, now = Date.now()): string | null {
  if (until === null) return null;
  if (status !== "snoozed") throw refusedTime(FIELD, "goes with the status `snoozed`; send both");
  checkAhead(FIELD, until, LONGEST, now);
  return until;
}
