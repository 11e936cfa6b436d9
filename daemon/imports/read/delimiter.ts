import { createCsvSplitter } from "./split-csv.ts";

/** The comma comes last: "Name, first name" is one heading. */
const DELIMITERS = ["\t", ";", "|", ","] as const;
const LOOK_BYTES = 64 * 1024;
const LOOK_RECORDS = 20;

/** The delimiter of a CSV file, and whether its first line says so. */
export type Layout = { delimiter: string; isDeclared: boolean };

/** A spreadsheet, once it is text. */
export const SHEET_LAYOUT: Layout = { delimiter: ",", isDeclared: false };

/**
 * The separator of a file's cells: by its first line (`sep=;`, which Excel writes and reads), else the character that
 * divides most of its first records into as many cells as the heading.
 */
export function delimiterOf(beginning: Uint8Array): Layout {
  const look = beginning.subarray(0, LOOK_BYTES);
  const declared = /^(?:\r?\n)*"?sep=([,;\t|])"?\r?(?:\n|$)/i.exec(decoder.decode(look))?.[1];
  if (declared !== undefined) return { delimiter: declared, isDeclared: true };
  const scores = DELIMITERS.map((delimiter) => scoreOf(look, delimiter));
  const best = Math.max(...scores);
  return { delimiter: (best > 0 && DELIMITERS[scores.indexOf(best)]) || ",", isDeclared: false };
}

/** The cells of the heading by the share of the records that have as many; 0 for one cell. */
function scoreOf(look: Uint8Array, delimiter: string): number {
  const counts = countsOf(look, delimiter);
  const [heading = 1] = counts;
  if (heading === 1) return 0;
  return heading * (counts.filter((count) => count === heading).length / counts.length);
}

function countsOf(look: Uint8Array, delimiter: string): number[] {
  const counts: number[] = [];
  for (const { bytes } of createCsvSplitter(delimiter).push(look)) {
    if (bytes.length === 0) continue;
    counts.push(withoutQuoted(decoder.decode(bytes)).split(delimiter).length);
    if (counts.length === LOOK_RECORDS) return counts;
  }
  return counts.length > 0 ? counts : [withoutQuoted(decoder.decode(look)).split(delimiter).length];
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A text without what is in quotes. */
export function withoutQuoted(text: string): string {
  return text.replace(/"[^"]*"/g, "");
}
