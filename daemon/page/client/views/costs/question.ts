import { time } from "../../../languages/forms.ts";
import type { Texts } from "../../../languages/texts.ts";
import type { QueryOf } from "../../api/call.ts";

export type Group = keyof Texts["COSTS"]["groups"];

/** What the address says of the costs that are shown. */
export type Asked = {
  month?: string;
  group_by?: string;
  channel_id?: string;
  account_id?: string;
  category?: string;
  country?: string;
};

const MONTHS_BACK = 12;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The month that the address names; undefined for this one, and for what is no month. */
export function monthOf({ month }: Asked): string | undefined {
  return month !== undefined && MONTH.test(month) ? month : undefined;
}

/** The months before this one, the newest first, as `Select` takes them. */
export function earlierMonths(now: Date): { value: string; label: string }[] {
  return Array.from({ length: MONTHS_BACK }, (_, at) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - at));
    return { value: month.toISOString().slice(0, 7), label: time(month, "month", "UTC") };
  });
}

/** The filters of the API: the days of a month, and what else is set. This month has no last day yet. */
export function queryOf(asked: Asked): QueryOf<"GET /v1/costs"> {
  const { channel_id, account_id, category, country } = asked;
  const month = monthOf(asked);
  return {
    ...(month === undefined ? {} : { from: `${month}-01`, to: lastDayOf(month) }),
    ...(channel_id === undefined ? {} : { channel_id }),
    ...(account_id === undefined ? {} : { account_id: account_id.trim() }),
    ...(category === undefined ? {} : { category }),
    ...(country === undefined ? {} : { country: country.toUpperCase() }),
  };
}

/** The month, and the number and the account whose invoice is compared; it knows no other filters. */
export function invoiceQueryOf(asked: Asked, now: Date): QueryOf<"GET /v1/costs/invoice"> {
  const { channel_id, account_id } = queryOf(asked);
  const month = monthOf(asked) ?? now.toISOString().slice(0, 7);
  return {
    month,
    ...(channel_id === undefined ? {} : { channel_id }),
    ...(account_id === undefined ? {} : { account_id }),
  };
}

/** Each day of a month, of this one until today. */
export function daysOf(month: string | undefined, now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  const last = month === undefined ? today : lastDayOf(month);
  const count = Number(last.slice(8));
  return Array.from({ length: count }, (_, at) => `${last.slice(0, 8)}${String(at + 1).padStart(2, "0")}`);
}

function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
