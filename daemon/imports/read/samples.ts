import { mainCountryOf } from "../../phone-numbers/country.ts";
import { withPlainDigits } from "../../phone-numbers/digits.ts";
import { csvRecord } from "./csv.ts";
import type { Layout } from "./delimiter.ts";
import type { Piece, Place, Splitter } from "./piece.ts";
import { createCsvSplitter } from "./split-csv.ts";

const RECORDS = 50;
const BYTES = 64 * 1024;

/** The values of a column in the first records. */
export type Samples = (index: number) => readonly string[];

/** The first records behind the heading. */
export function samplesOf(
  beginning: Uint8Array,
  start: Place,
  layout: Pick<Layout, "delimiter"> & { rowsAreLines: boolean },
): Samples {
  const splitter = createCsvSplitter(layout.delimiter, start, layout);
  const records: string[][] = [];
  for (const piece of piecesOf(splitter, beginning.subarray(start.offset, start.offset + BYTES))) {
    records.push(csvRecord(decoder.decode(piece.bytes), layout.delimiter));
    if (records.length === RECORDS) break;
  }
  return (index) => records.flatMap((cells) => cells[index]?.trim() || []);
}

/** The records, and the last of them, which may be cut off. */
function* piecesOf(splitter: Splitter, text: Uint8Array): Generator<Piece> {
  yield* splitter.push(text);
  yield* splitter.end();
}

/** Whether most values have no digit, so that they are no numbers whatever their heading says. */
export function areWords(values: readonly string[]): boolean {
  return isMost(values, (text) => !/\d/.test(withPlainDigits(text)));
}

/** Whether most values have as many digits as whole numbers, and more than a code. */
export function areWhole(values: readonly string[]): boolean {
  return isMost(values, (text) => withPlainDigits(text).replace(/\D/g, "").length >= FEWEST);
}

/** Whether all values are codes of countries. */
export function areDialCodes(values: readonly string[]): boolean {
  return (
    values.length > 0 &&
    values.every((text) => mainCountryOf(DIAL.exec(withPlainDigits(text))?.[1] ?? "") !== null)
  );
}

/** Whether all values have the sign of a code. */
export function haveSign(values: readonly string[]): boolean {
  return values.every((text) => /^[^\p{N}]{0,3}(?:\+|00)/u.test(text));
}

const DIAL = /^['"(=\s]{0,3}(?:\+|00)?\s?([1-9]\d{0,2})(?:\.0)?['")\s]{0,3}$/;

function isMost(values: readonly string[], is: (text: string) => boolean): boolean {
  return values.length > 0 && values.filter(is).length * 2 > values.length;
}

const FEWEST = 7;
const decoder = new TextDecoder();
