import { time } from "../../../languages/forms.ts";
import type { RowOf } from "../../api/call.ts";
import { waitInWords } from "../../parts/alarms/wait.ts";
import { BROADCASTS } from "../../view-words.ts";
import type { Report } from "./states.ts";

type Standing = Pick<Report, "status" | "starts_at" | "window" | "stopped_by"> & {
  counts: Pick<Report["counts"], "waiting">;
};

/** Why a broadcast does not go on, given why the last of its messages waits; null where it does, or is over. */
export function whyItStands(
  { status, starts_at, window, stopped_by, counts }: Standing,
  wait: RowOf<"GET /v1/messages">["waiting_for"],
): string | null {
  if (stopped_by !== null) {
    const { rule, detail, continues_at } = stopped_by;
    const goesOn = continues_at === undefined ? "" : BROADCASTS.goesOn(time(continues_at, "exact"));
    return [BROADCASTS.rules[rule] ?? rule, detail, goesOn].filter(Boolean).join(" ");
  }
  if (status === "scheduled" && starts_at !== null) return BROADCASTS.beginsAt(time(starts_at, "exact"));
  if (status !== "running") return null;
  const words = waitInWords(wait);
  if (words !== null) return words;
  return window === null || counts.waiting === 0 ? null : BROADCASTS.inHours(`${window.from}–${window.to}`);
}
