import { quoted } from "../read/csv-line.ts";
import { SHEET_LAYOUT } from "../read/delimiter.ts";
import { unreadable } from "./damaged.ts";
import type { SheetRow } from "./row.ts";

const PART_LENGTH = 64 * 1024;
/** A string that a sheet has once can be in every cell: the result is bounded here. */
const MOST_LENGTH = 1024 ** 3;

/**
 * The rows of a sheet as CSV, one row a record: rows without content are empty lines, so that
 * the records keep their numbers. A cell beyond the heading, the first row, is left out.
 */
export async function* rowsToCsv(rows: AsyncIterable<SheetRow>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = "";
  let length = 0;
  let written = 0;
  let width: number | undefined;
  for await (const { number, cells } of rows) {
    width ??= widthOf(cells);
    text += "\n".repeat(Math.max(0, number - 1 - written)) + lineOf(cells, width);
    written = number;
    if (text.length < PART_LENGTH) continue;
    length += text.length;
    if (length > MOST_LENGTH) throw unreadable("the sheet has more than 1 GiB of text; save it as CSV");
    yield encoder.encode(text);
    text = "";
  }
  if (text !== "") yield encoder.encode(text);
}

function lineOf(cells: readonly string[], width: number): string {
  const shown = cells.slice(0, width).map((cell) => quoted(cell, SHEET_LAYOUT.delimiter));
  return `${shown.join(SHEET_LAYOUT.delimiter)}\n`;
}

/** The number of cells up to the last that is not empty. */
function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== "") + 1;
}
