/** Countries that write the month before the day. */
const MONTH_FIRST = ["US", "PH", "PR", "GU", "AS", "VI", "MP", "FM", "MH", "PW"];
const ISO = /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ](\d\d?:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?$/;
const WRITTEN = /^(\d\d?)([./-])\s?(\d\d?)\2\s?(\d{4})(?:,?\s+(\d\d?:\d\d(?::\d\d)?))?$/;

/**
 * A moment as people write it in a table, as ISO 8601 in UTC: `2026-03-01`, `01.03.2026 10:15`,
 * `3/1/2026` in a country that puts the month first. Null for anything else, and for a date
 * that could be two and no country says which.
 */
export function readMoment(text: string, country: string | null): string | null {
  const [, year, month, day, time, zone] = ISO.exec(text) ?? [];
  if (year !== undefined) return momentOf([year, month, day], time, zone);
  const [, first = "", mark, second = "", end, clock] = WRITTEN.exec(text) ?? [];
  if (end === undefined) return null;
  const [writtenDay, writtenMonth] = dayAndMonth(first, second, mark === "." ? "DE" : country);
  return momentOf([end, writtenMonth, writtenDay], clock, undefined);
}

function dayAndMonth(first: string, second: string, country: string | null): [string?, string?] {
  if (Number(first) > 12) return [first, second];
  if (Number(second) > 12) return [second, first];
  if (country === null) return first === second ? [first, second] : [];
  return MONTH_FIRST.includes(country) ? [second, first] : [first, second];
}

function momentOf(
  [year = "", month = "", day = ""]: readonly (string | undefined)[],
  time = "00:00",
  zone = "Z",
): string | null {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const moment = new Date(
    `${date}T${time.padStart(time.length === 4 || time.length === 7 ? time.length + 1 : 0, "0")}${zone}`,
  );
  if (Number.isNaN(moment.getTime())) return null;
  // the 31st of a month that has 30 days would be the 1st of the next
  const isThere = new Date(`${date}T00:00Z`).toISOString().startsWith(date);
  return isThere ? moment.toISOString() : null;
}
