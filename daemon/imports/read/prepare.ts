import { Problem, problem } from "../../http/problem.ts";
import { type Column, mapColumns } from "./columns.ts";
import { cellsOf, readCsv } from "./csv.ts";
import type { Format } from "./format.ts";
import { readNdjson } from "./ndjson.ts";
import { FILE_START, NEW_LINE, type Piece, type Place, type Splitter } from "./piece.ts";
import { Refused, type Row, textOf } from "./row.ts";
import { createCardSplitter } from "./split-cards.ts";
import { createCsvSplitter } from "./split-csv.ts";
import { createLineSplitter } from "./split-lines.ts";
import { readVcard } from "./vcard.ts";

/** How to read a file, as far as its beginning decides that; stored with the import. */
export type ReadSettings = { delimiter: string; columns: readonly Column[] };

const DELIMITERS = [",", ";", "\t", "|"] as const;
const RETURN = 0x0d;
/** The beginning is split this many bytes at a time until there is enough: every byte may be a record. */
export const SLICE_BYTES = 4096;
const NO_SETTINGS: ReadSettings = { delimiter: ",", columns: [] };

/**
 * Reads the beginning of a file: how to read the rest, and where its first record is. Throws
 * 422 when it is no file of contacts.
 */
export function prepare(
  format: Format,
  beginning: Uint8Array,
  mapping: Record<string, string>,
): { settings: ReadSettings; start: Place } {
  if (beginning.length === 0) throw problem(422, "invalid_file", "the file is empty");
  if (format === "csv") return prepareCsv(beginning, mapping);
  if (Object.keys(mapping).length > 0)
    throw problem(422, "invalid_file", "only the columns of a CSV file can be mapped");
  return { settings: NO_SETTINGS, start: FILE_START };
}

/** Splits a file into records from a position on. */
export function createSplitter(format: Format, { delimiter }: ReadSettings, from: Place): Splitter {
  if (format === "csv") return createCsvSplitter(delimiter, from);
  return format === "ndjson" ? createLineSplitter(from) : createCardSplitter(from);
}

/** Reads records in the given format. */
export function readPieces(format: Format, settings: ReadSettings, pieces: readonly Piece[]): Row[] {
  if (format === "csv") return readCsv(pieces, settings);
  return format === "ndjson" ? readNdjson(pieces) : readVcard(pieces);
}

function prepareCsv(beginning: Uint8Array, mapping: Record<string, string>) {
  const delimiter = delimiterOf(beginning);
  const heading = headingOf(beginning, delimiter);
  if (heading === undefined) throw problem(422, "invalid_file", "the file is empty");
  return { settings: { delimiter, columns: columnsOf(heading, delimiter, mapping) }, start: heading.next };
}

/** The first record that is not empty; no more of the file is split than finding it takes. */
function headingOf(beginning: Uint8Array, delimiter: string): Piece | undefined {
  const start = withoutBlankLines(beginning);
  const splitter = createCsvSplitter(delimiter, start);
  for (let from = start.offset; from < beginning.length; from += SLICE_BYTES) {
    const [heading] = splitter.push(beginning.subarray(from, from + SLICE_BYTES));
    if (heading !== undefined) return heading;
  }
  const [rest] = splitter.end();
  return rest;
}

/** Where the first non-empty line begins. */
function withoutBlankLines(beginning: Uint8Array): Place {
  let { offset, line } = FILE_START;
  while (true) {
    const breaks = beginning[offset] === RETURN ? 1 : 0;
    if (beginning[offset + breaks] !== NEW_LINE) return { offset, line };
    offset += breaks + 1;
    line += 1;
  }
}

/** The separator that occurs most in the first line. */
function delimiterOf(beginning: Uint8Array): string {
  const [line = ""] = new TextDecoder().decode(beginning.subarray(0, 64 * 1024)).split("\n", 1);
  const bare = withoutQuoted(line);
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

function withoutQuoted(line: string): string {
  return line.replace(/"[^"]*"/g, "");
}

/** Line breaks as old Macintosh programs write them: the whole file would be taken for its heading. */
const ONLY_RETURNS =
  "the lines end in carriage returns only; save the file with the line breaks of Windows or Unix";

function columnsOf({ bytes, fault }: Piece, delimiter: string, mapping: Record<string, string>): Column[] {
  if (fault !== undefined) throw problem(422, "invalid_file", `the heading can't be read: ${fault}`);
  try {
    const heading = textOf(bytes);
    if (/\r./s.test(withoutQuoted(heading))) throw problem(422, "invalid_file", ONLY_RETURNS);
    return mapColumns(cellsOf(heading, delimiter), mapping);
  } catch (cause) {
    if (cause instanceof Problem || !(cause instanceof Refused)) throw cause;
    throw problem(422, "invalid_file", `the heading can't be read: ${cause.message}`);
  }
}
