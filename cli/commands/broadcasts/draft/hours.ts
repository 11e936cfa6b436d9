import type { NewBroadcast } from "../../../lib/api/types/broadcasts.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import type { DraftOptions } from "./options.ts";

type Window = NonNullable<NewBroadcast["window"]>;
type Day = NonNullable<Window["days"]>[number];

const WEEK: readonly Day[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const HOURS = /^(\d{1,2})(?::(\d{2}))?\s*-\s*(\d{1,2})(?::(\d{2}))?$/;

/** The window of --window, --days and --zone; nothing where none is given. */
export function windowOf({ window, days, zone }: DraftOptions): Window | undefined {
  if (window === undefined && days === undefined && zone === undefined) return undefined;
  const [, fromHour, fromMinute, toHour, toMinute] = HOURS.exec((window ?? "0-24").trim()) ?? [];
  if (fromHour === undefined)
    throw usageFailure(
      `--window '${window}' is not a span of hours`,
      "Write for example 9-18 or 9:30-18:00.",
    );
  return {
    from: clock(fromHour, fromMinute),
    to: clock(toHour, toMinute),
    ...(days === undefined ? {} : { days: daysOf(days) }),
    ...(zone === undefined ? {} : { zone }),
  };
}

function clock(hour = "0", minute = "00"): string {
  return `${hour.padStart(2, "0")}:${minute}`;
}

/** `mon-fri`, or some with commas between them. */
function daysOf(text: string): Day[] {
  return [...new Set(text.split(",").flatMap((part) => span(part.trim().toLowerCase(), text)))];
}

function span(part: string, text: string): Day[] {
  const [first = "", last = first] = part.split("-").map((name) => name.trim().slice(0, 3));
  const names: readonly string[] = WEEK;
  const [from, to] = [names.indexOf(first), names.indexOf(last)];
  if (from === -1 || to === -1)
    throw usageFailure(`--days '${text}' are no days`, "Write for example mon-fri or mon,wed,sat.");
  const length = ((to - from + 7) % 7) + 1;
  return Array.from({ length }, (_, index) => WEEK[(from + index) % 7]).filter((day) => day !== undefined);
}
