import { giveWay } from "../lib/give-way.ts";
import type { Column } from "./read/column.ts";
import { csvRecord } from "./read/csv.ts";
import type { Format } from "./read/format.ts";
import type { Piece, Place, Splitter } from "./read/piece.ts";
import { createSplitter, type ReadSettings, SLICE_BYTES } from "./read/prepare.ts";
import type { LookedColumn } from "./warnings.ts";

/** So many are looked at for what is doubtful. */
const LOOKED_RECORDS = 1000;
const LONGEST_EXAMPLE = 100;
const decoder = new TextDecoder();

/** The columns with their values in the records, and their turn among those for one field. */
export function examplesOf({ columns, delimiter }: ReadSettings, pieces: readonly Piece[]): LookedColumn[] {
  const records =
    columns.length === 0 ? [] : pieces.map(({ bytes }) => csvRecord(decoder.decode(bytes), delimiter));
  return columns.map((column, index) => ({
    ...{ header: column.header, field: column.target, choice: turnOf(column, columns) },
    examples: records.flatMap((cells) => (cells[index] ? [cells[index].slice(0, LONGEST_EXAMPLE)] : [])),
  }));
}

/** Which of several columns for its field a column is, from 1; null for the only one. */
function turnOf(column: Column, columns: readonly Column[]): number | null {
  const same = columns.filter(({ target }) => target !== null && target === column.target);
  const sorted = same.toSorted((one, other) => one.rank - other.rank);
  return sorted.length < 2 ? null : sorted.indexOf(column) + 1;
}

/** The first records of a file; it yields to other requests. No more of the text is cut than they need. */
export async function firstRecords(
  format: Format,
  settings: ReadSettings,
  start: Place,
  text: Uint8Array,
): Promise<Piece[]> {
  const splitter = createSplitter(format, settings, start);
  const pieces: Piece[] = [];
  for (const piece of piecesOf(splitter, text.subarray(start.offset))) {
    if (piece === null) await giveWay();
    else pieces.push(piece);
    if (pieces.length === LOOKED_RECORDS) break;
  }
  return pieces;
}

/** All records of a text, and null after each slice of it. */
function* piecesOf(splitter: Splitter, text: Uint8Array): Generator<Piece | null> {
  for (let from = 0; from < text.length; from += SLICE_BYTES) {
    yield* splitter.push(text.subarray(from, from + SLICE_BYTES));
    yield null;
  }
  yield* splitter.end();
}
