import type { ResponseOf, RowOf } from "../../api/call.ts";
import type { Tone } from "../../parts/state.tsx";

export type Broadcast = RowOf<"GET /v1/broadcasts">;
export type Report = ResponseOf<"GET /v1/broadcasts/{id}/report">;
export type Person = RowOf<"GET /v1/broadcasts/{id}/people">;
export type Counts = Broadcast["counts"];

export const STATUS_TONES: Readonly<Record<Broadcast["status"], Tone>> = {
  draft: "quiet",
  scheduled: "busy",
  running: "busy",
  paused: "warn",
  stopped: "bad",
  completed: "good",
  cancelled: "quiet",
};

/** The states of people, in the order in which the bar shows them. */
export const STEPS = [
  "read",
  "delivered",
  "sent",
  "accepted",
  "failed",
  "skipped",
  "cancelled",
  "waiting",
] as const;

export const PERSON_TONES: Readonly<Record<Person["status"], Tone>> = {
  skipped: "warn",
  waiting: "quiet",
  accepted: "busy",
  sent: "busy",
  delivered: "good",
  read: "good",
  failed: "bad",
  cancelled: "quiet",
};

/** How many of the people have had their turn. */
export function doneOf({ audience, waiting, accepted }: Counts): number {
  return audience - waiting - accepted;
}
