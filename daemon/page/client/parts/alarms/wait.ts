import { isEnglish, time } from "../../../languages/forms.ts";
import type { RowOf } from "../../api/call.ts";
import { WAITS } from "../../view-words.ts";
import { sentence } from "../problem.tsx";

type Wait = RowOf<"GET /v1/messages">["waiting_for"];

/** Where each reason is mended: at the number, or elsewhere; or that it is over before somebody has read it. */
const MENDED: Readonly<Record<NonNullable<Wait>["reason"], "number" | "elsewhere" | "soon">> = {
  ...{ channel_paused: "number", not_paired: "number", disconnected: "number", connecting: "number" },
  ...{ no_worker: "number", messaging_limit: "number", marketing_limit: "number", held_back: "number" },
  ...{ restricted: "number", quiet_hours: "number", pace: "soon", behind: "soon", resting: "soon" },
  ...{ scheduled: "elsewhere", channel_deleted: "elsewhere", conversation_held: "elsewhere" },
  ...{ file_converting: "elsewhere", outcome_unknown: "elsewhere", retry: "elsewhere" },
  one_tick: "elsewhere",
};

type Said = Exclude<NonNullable<Wait>["reason"], "pace" | "behind" | "resting">;
const SAID = WAITS satisfies Readonly<Record<Said, string>>;

/** Why a message waits, in words; null where it does not, or only for a moment. The API's English says more than the rest. */
export function waitInWords(wait: Wait): string | null {
  if (wait === null || MENDED[wait.reason] === "soon") return null;
  // the same words for each message at one tick, so that they are said once
  if (isEnglish() && wait.reason !== "one_tick") return withOwnTimes(sentence(wait.detail));
  const goes = wait.until === null ? "" : WAITS.goesAt(time(wait.until, "exact"));
  return `${SAID[wait.reason as Said]} ${goes}`.trim();
}

/** Whether what a message waits for is a matter of its number. */
export function isOfNumber(wait: Wait): boolean {
  return wait !== null && MENDED[wait.reason] === "number";
}

/** The API's sentences have moments by UTC; people read them by their own clock. */
export function withOwnTimes(words: string): string {
  return words.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => time(at, "exact"));
}
