import type { Column } from "./column.ts";
import { CODE_RANKS } from "./headings/code-headings.ts";
import { wordsOf } from "./headings/heading-words.ts";

/**
 * The columns with, at each for phone numbers, the places of those with its dial code and its area code: of several the one
 * whose heading has most words in common with it, then the nearest.
 */
export function withCodeColumns(columns: readonly Column[]): Column[] {
  const dials = placesOf(columns, ({ target, rank }) => target === "country" && rank < CODE_RANKS.country);
  const areas = placesOf(columns, ({ target }) => target === "area_code");
  if (dials.length + areas.length === 0) return [...columns];
  return columns.map((column, index) => {
    if (column.target !== "phone_number") return column;
    const [dial, area] = [dials, areas].map((places) => nearest(index, places, columns));
    return { ...column, ...(dial === undefined ? {} : { dial }), ...(area === undefined ? {} : { area }) };
  });
}

function placesOf(columns: readonly Column[], isOne: (column: Column) => boolean): number[] {
  return columns.flatMap((column, index) => (isOne(column) ? [index] : []));
}

function nearest(phone: number, places: readonly number[], columns: readonly Column[]): number | undefined {
  const words = wordsOf(columns[phone]?.header ?? "");
  const shared = (place: number) =>
    wordsOf(columns[place]?.header ?? "").filter((word) => words.includes(word)).length;
  const codesFirst = (places[0] ?? 0) < columns.findIndex(({ target }) => target === "phone_number");
  const distance = (place: number) =>
    Math.abs(place - phone) + (place < phone === codesFirst ? 0 : columns.length);
  return places.toSorted((one, other) => shared(other) - shared(one) || distance(one) - distance(other))[0];
}
