import { zoneHere } from "../../../languages/forms.ts";
import type { ResponseOf } from "../../api/call.ts";
import { HOURS } from "../../view-words.ts";

/** Hours of a week, by the clocks of a zone. */
export type Hours = NonNullable<ResponseOf<"GET /v1/settings/inbox">["hours"]>;
export type HoursOfDay = Hours["days"][number];

/** Where the browser is, by its clock. */
export const HERE = zoneHere();

const USUAL_DAYS = ["mon", "tue", "wed", "thu", "fri"] as const;

/** What hours begin with. */
export const USUAL_HOURS: Hours = {
  zone: HERE,
  days: USUAL_DAYS.map((day) => ({ day, from: "09:00", to: "18:00" })),
};

/** Hours in words: the days that have the same ones together. */
export function hoursInWords({ zone, days }: { zone: string; days: readonly DayAsStored[] }): string {
  const alike = Map.groupBy(days, ({ from, to }) => `${from}–${to}`);
  const parts = [...alike].map(([clocks, those]) => `${those.map(nameOf).join(", ")} ${clocks}`);
  return `${parts.join("; ")} (${zone})`;
}

type DayAsStored = { day: string; from: string; to: string };

function nameOf({ day }: DayAsStored): string {
  return HOURS.days.find(({ value }) => value === day)?.label ?? day;
}
