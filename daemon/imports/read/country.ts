import { withPlainDigits } from "../../phone-numbers/digits.ts";
import { international } from "../../phone-numbers/metadata.ts";
import { readNumber } from "../../phone-numbers/read.ts";
import type { Format } from "./format.ts";
import type { Place } from "./piece.ts";
import { createSplitter, type ReadSettings, readPieces, SLICE_BYTES } from "./prepare.ts";

const LOOK_RECORDS = 200;
/** So many numbers have to name a country, and so large a share of them the same one. */
const FEWEST = 3;
const SHARE = 0.9;

/**
 * The country that the first numbers of a file with their country codes are of, so that those without are read the same
 * way; null when they are few or of several countries.
 */
export function countryOfNumbers(
  format: Format,
  settings: ReadSettings,
  start: Place,
  beginning: Uint8Array,
): string | null {
  const counts = new Map<string, number>();
  let all = 0;
  for (const text of numbersIn(format, settings, start, beginning)) {
    const country = countryOf(text);
    if (country === undefined) continue;
    all += 1;
    counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best !== undefined && all >= FEWEST && best[1] >= all * SHARE ? best[0] : null;
}

function* numbersIn(format: Format, settings: ReadSettings, start: Place, beginning: Uint8Array) {
  const splitter = createSplitter(format, settings, start);
  let left = LOOK_RECORDS;
  for (let from = start.offset; from < beginning.length && left > 0; from += SLICE_BYTES) {
    const pieces = [...splitter.push(beginning.subarray(from, from + SLICE_BYTES))].slice(0, left);
    left -= pieces.length;
    for (const { fields } of readPieces(format, settings, pieces)) {
      if (fields?.phone_number) yield fields.phone_number;
      for (const { text } of fields?.phone_cells ?? []) yield text;
    }
  }
}

/** Of a number with its country code: after a sign or two zeros, or twelve digits and more. */
function countryOf(text: string): string | undefined {
  if (!/^\D*(?:\+|00|[1-9]\d{11})/.test(withPlainDigits(text))) return undefined;
  const read = readNumber(text, null);
  const number = read.kind === "one" ? international(read.number.slice(1)) : undefined;
  return number?.isValid() ? number.country : undefined;
}
