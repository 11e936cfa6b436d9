import { isObject, objects } from "../../lib/objects.ts";
import { metaZone } from "../../lib/time/meta-zones.ts";
import { dayIn, startOfDay } from "../../lib/time/zone-day.ts";
import type { Charge, Charges, ReadCharges } from "../charges.ts";
import type { CallOutcome } from "../management.ts";
import type { Graph } from "./graph.ts";
import { numericId, text } from "./inbound/values.ts";
import { manage } from "./management.ts";

/** Days asked for at once: a number that writes to all countries has some hundred points a day. */
const DAYS = 8;
const DIMENSIONS = "PHONE,COUNTRY,PRICING_CATEGORY,PRICING_TYPE";

type Account = Pick<Charges, "currency" | "timeZone">;

/** What Meta charged a number in a month: `pricing_analytics` of its account (Meta, "Analytics"). */
export function createReadCharges(graph: Graph): ReadCharges {
  return async ({ wabaId, accessToken }, { phoneNumber, month }, signal) => {
    const get = <Value>(fields: string, read: (body: Record<string, unknown>) => Value) =>
      manage(
        graph,
        { method: "GET", path: `/${wabaId}?fields=${fields}`, accessToken, ...given(signal) },
        read,
      );
    const account = await get("currency,timezone_id", accountOf);
    if (account.kind !== "done") return account;
    const zone = account.value.timeZone;
    const charges: Charge[] = [];
    for (const [from, to] of partsOf(month)) {
      const [start, end] = [from, to].map((day) => startOfDay(zone, day) / 1000);
      const filters = `.start(${start}).end(${end}).granularity(DAILY).phone_numbers(${phoneNumber})`;
      const fields = encodeURIComponent(`pricing_analytics${filters}.dimensions(${DIMENSIONS})`);
      const part: CallOutcome<Charge[]> = await get(fields, (body) => chargesOf(body, zone));
      if (part.kind !== "done") return part;
      charges.push(...part.value);
    }
    return { kind: "done", value: { ...account.value, charges } };
  };
}

function given(signal: AbortSignal | undefined) {
  return signal === undefined ? {} : { signal };
}

function accountOf({ currency, timezone_id }: Record<string, unknown>): Account {
  return { currency: text(currency), timeZone: metaZone(numericId(timezone_id) ?? "") };
}

/** The first day of each part of a month, and that of the next part. */
function partsOf(month: string): [string, string][] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const next = new Date(first);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const days = Math.round((next.getTime() - first) / DAY_MS);
  const starts = Array.from({ length: Math.ceil(days / DAYS) }, (_, part) => part * DAYS);
  const dayAt = (index: number) =>
    new Date(first + Math.min(index, days) * DAY_MS).toISOString().slice(0, 10);
  return starts.map((index) => [dayAt(index), dayAt(index + DAYS)]);
}

const DAY_MS = 86_400_000;

function chargesOf({ pricing_analytics: analytics }: Record<string, unknown>, zone: string | null): Charge[] {
  const data = isObject(analytics) ? objects(analytics.data) : [];
  return data.flatMap(({ data_points }) => objects(data_points)).map((point) => chargeOf(point, zone));
}

function chargeOf(point: Record<string, unknown>, zone: string | null): Charge {
  return {
    day: dayIn(zone, new Date(Number(point.start) * 1000)),
    country: text(point.country) ?? "",
    category: (text(point.pricing_category) ?? "").toLowerCase().replaceAll("-", "_"),
    isFree: (text(point.pricing_type) ?? "").startsWith("FREE"),
    messages: Number(point.volume ?? 0),
    amount: typeof point.cost === "number" ? point.cost : null,
  };
}
