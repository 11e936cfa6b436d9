import { problem } from "../http/problem.ts";
import { Type } from "../lib/typebox.ts";

const LONGEST_DAYS = 366;
const DAY_MS = 24 * 3600_000;

export const SnoozedUntil = Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
  description:
    "With the status `snoozed`: when it opens again, at most a year from now; null: when the person writes. Absent, it stays as it is",
});

/** When a conversation opens again that takes a status. Throws 422 where that is not snoozed, or the time not ahead. */
export function untilOf(status: string | undefined, until: string | null, now = Date.now()): string | null {
  if (until === null) return null;
  if (status !== "snoozed") throw refused("goes with the status `snoozed`; send both");
  const ahead = new Date(until).getTime() - now;
  if (ahead <= 0) throw refused("is in the past; give a time that is ahead");
  if (ahead > LONGEST_DAYS * DAY_MS) throw refused("is more than a year ahead; give an earlier time");
  return until;
}

function refused(message: string) {
  return problem(422, "invalid_request", `/snoozed_until: ${message}`, {
    errors: [{ path: "/snoozed_until", message }],
  });
}
