import { time } from "../../../languages/forms.ts";
import type { RowOf } from "../../api/call.ts";
import { sentence } from "../problem.tsx";

type Wait = RowOf<"GET /v1/messages">["waiting_for"];

/** Reasons that last no longer than it takes to read them. */
const SHORT: readonly string[] = ["pace", "behind", "resting"];
/** Reasons that are the number's, where they are mended. */
const OF_NUMBER: readonly string[] = [
  ...["channel_paused", "not_paired", "disconnected", "connecting", "no_worker"],
  ...["messaging_limit", "marketing_limit", "held_back", "restricted", "quiet_hours"],
];

/** Why a message waits, in words; null where it does not, or only for a moment. */
export function waitInWords(wait: Wait): string | null {
  return wait === null || SHORT.includes(wait.reason) ? null : withOwnTimes(sentence(wait.detail));
}

/** Whether what a message waits for is a matter of its number. */
export function isOfNumber(wait: Wait): boolean {
  return wait !== null && OF_NUMBER.includes(wait.reason);
}

/** The API's sentences have moments by UTC; people read them by their own clock. */
export function withOwnTimes(words: string): string {
  return words.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => time(at, "exact"));
}
