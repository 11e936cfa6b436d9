import { span, zoneHere } from "../../../languages/forms.ts";
import type { Texts } from "../../../languages/texts.ts";
import type { QueryOf, RowOf } from "../../api/call.ts";
import { localTime } from "../../parts/local-time.ts";

export type Group = keyof Texts["TIMES"]["headings"];
type Times = Pick<RowOf<"GET /v1/response_times">, "group" | "answers">;

/** What the address says of the times that are shown. */
export type Asked = { days?: string; channel_id?: string; team_id?: string };

/** So many days back can be asked for; the first unless another is chosen. */
export const DAYS = [30, 7, 90, 365] as const;

const DAY_MS = 86_400_000;

/** What is asked of the API: days by the clock here, until today. */
export function queryOf({ days, channel_id, team_id }: Asked, by: Group, now: number) {
  const count = DAYS.find((one) => String(one) === days) ?? DAYS[0];
  return {
    ...{ group_by: by, time_zone: zoneHere() },
    from: localTime(new Date(now - (count - 1) * DAY_MS)).slice(0, 10),
    ...(channel_id && { channel_id }),
    ...(team_id && { team_id }),
  } satisfies QueryOf<"GET /v1/response_times">;
}

/** How long something took, so that nothing of weight is left out: "119 min", not "1 hr"; a dash for nothing. */
export function length(seconds: number | null): string {
  if (seconds === null) return "–";
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return span(Math.max(1, minutes), "minute");
  return minutes < 2880 ? span(Math.round(minutes / 60), "hour") : span(Math.round(minutes / 1440), "day");
}

/** The minutes of each hour of a day, as a plot takes them; null where nobody wrote. */
export function byHour(rows: readonly Times[], day: Date) {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const of = (hour: number) => rows.find(({ group }) => group === String(hour).padStart(2, "0"))?.answers;
  const minutes = (seconds: number | null | undefined) => (seconds == null ? null : seconds / 60);
  return {
    times: hours.map((hour) => new Date(day).setHours(hour, 0, 0, 0)),
    half: hours.map((hour) => minutes(of(hour)?.median_seconds)),
    most: hours.map((hour) => minutes(of(hour)?.p90_seconds)),
  };
}
