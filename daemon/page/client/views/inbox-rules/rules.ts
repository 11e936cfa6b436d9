import type { ResponseOf } from "../../api/call.ts";

export type Rules = ResponseOf<"GET /v1/settings/inbox">;
export type Hours = NonNullable<Rules["hours"]>;
export type OpenDay = Hours["days"][number];
export type Away = NonNullable<Rules["away"]>;

/** Where the browser is, by its clock. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const USUAL_DAYS = ["mon", "tue", "wed", "thu", "fri"] as const;

/** What opening hours begin with. */
export const USUAL_HOURS: Hours = {
  zone: HERE,
  days: USUAL_DAYS.map((day) => ({ day, from: "09:00", to: "18:00" })),
};

/** An away answer of which what is empty is left out. */
export function awayOf(text: string, template: NonNullable<Away["template"]>): Away {
  return {
    ...(text === "" ? {} : { text }),
    ...(template.name === "" && template.language === "" ? {} : { template }),
  };
}
