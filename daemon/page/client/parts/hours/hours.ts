import type { ResponseOf } from "../../api/call.ts";

/** Hours of a week, by the clocks of a zone. */
export type Hours = NonNullable<ResponseOf<"GET /v1/settings/inbox">["hours"]>;
export type HoursOfDay = Hours["days"][number];

/** Where the browser is, by its clock. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const USUAL_DAYS = ["mon", "tue", "wed", "thu", "fri"] as const;

/** What hours begin with. */
export const USUAL_HOURS: Hours = {
  zone: HERE,
  days: USUAL_DAYS.map((day) => ({ day, from: "09:00", to: "18:00" })),
};
