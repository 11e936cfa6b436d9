import { Problem, problem } from "../../http/problem.ts";
import { type Ambiguous, NONE_AMBIGUOUS } from "../ambiguous.ts";
import type { Warning } from "../warnings.ts";
import { createCardSplitter } from "./cards/split-cards.ts";
import { readVcard } from "./cards/vcard.ts";
import type { Column } from "./column.ts";
import { type ColumnChoices, mapColumns } from "./columns.ts";
import { type Constants, withConstants } from "./constants.ts";
import { cellsOf, readCsv } from "./csv.ts";
import { delimiterOf, type Layout, SHEET_LAYOUT, withoutQuoted } from "./delimiter.ts";
import { type Format, hasColumns, isSheet } from "./format.ts";
import { readNdjson } from "./ndjson.ts";
import { FILE_START, NEW_LINE, type Piece, type Place, type Splitter } from "./piece.ts";
import { Refused, type Row, textOf } from "./row.ts";
import { type Samples, samplesOf } from "./samples.ts";
import { createCsvSplitter } from "./split-csv.ts";
import { createLineSplitter } from "./split-lines.ts";

/** How to read a file, as far as its beginning and its request decide that; stored with the import. */
export type ReadSettings = { delimiter: string; columns: readonly Column[]; constants: Constants };

const RETURN = 0x0d;
/** The beginning is split this many bytes at a time until there is enough: every byte may be a record. */
export const SLICE_BYTES = 4096;

/**
 * Reads the beginning of a file: how to read the rest, and where its first record is. Throws
 * 422 when it is no file of contacts.
 */
export function prepare(
  format: Format,
  beginning: Uint8Array,
  choices: ColumnChoices,
): { settings: ReadSettings; start: Place } {
  if (beginning.length === 0) throw problem(422, "invalid_file", "the file is empty");
  if (hasColumns(format)) return prepareCsv(format, beginning, choices);
  if (Object.keys(choices.mapping).length > 0)
    throw problem(422, "invalid_file", "only the columns of a CSV file or a spreadsheet can be mapped");
  return { settings: { delimiter: ",", columns: [], constants: choices.constants }, start: FILE_START };
}

/**
 * The settings stored with an import: how its file is read, what was doubtful about its columns, and which of its numbers
 * could be of another country so far.
 */
export type StoredSettings = ReadSettings & { ambiguous: Ambiguous; warnings: readonly Warning[] };

/** The settings of an import, as they were stored; older imports have less. */
export function parseSettings(text: string): StoredSettings {
  return { constants: [], ambiguous: NONE_AMBIGUOUS, warnings: [], ...JSON.parse(text) };
}

/** Splits a file into records from a position on. */
export function createSplitter(format: Format, { delimiter }: ReadSettings, from: Place): Splitter {
  if (hasColumns(format)) return createCsvSplitter(delimiter, from, { rowsAreLines: isSheet(format) });
  return format === "ndjson" ? createLineSplitter(from) : createCardSplitter(from);
}

/** Reads records in the given format. */
export function readPieces(format: Format, settings: ReadSettings, pieces: readonly Piece[]): Row[] {
  return readersOf(
    format,
    settings,
  )(pieces).map((row) =>
    row.fields === undefined ? row : { ...row, fields: withConstants(row.fields, settings.constants) },
  );
}

function readersOf(format: Format, settings: ReadSettings): (pieces: readonly Piece[]) => Row[] {
  if (hasColumns(format)) return (pieces) => readCsv(pieces, settings);
  return format === "ndjson" ? readNdjson : readVcard;
}

function prepareCsv(format: Format, beginning: Uint8Array, choices: ColumnChoices) {
  const { delimiter, isDeclared } = isSheet(format) ? SHEET_LAYOUT : delimiterOf(beginning);
  const heading = headingOf(beginning, { delimiter, isDeclared, rowsAreLines: isSheet(format) });
  if (heading === undefined) throw problem(422, "invalid_file", "the file is empty");
  const samples = samplesOf(beginning, heading.next, { delimiter, rowsAreLines: isSheet(format) });
  const columns = columnsOf(heading, delimiter, choices, samples);
  return { settings: { delimiter, columns, constants: choices.constants }, start: heading.next };
}

/** The first record that is not empty; no more of the file is split than finding it takes. */
function headingOf(beginning: Uint8Array, layout: Layout & { rowsAreLines: boolean }): Piece | undefined {
  const { delimiter, isDeclared, rowsAreLines } = layout;
  const first = withoutBlankLines(beginning, FILE_START);
  const start = isDeclared ? withoutBlankLines(beginning, afterLine(beginning, first)) : first;
  const splitter = createCsvSplitter(delimiter, start, { rowsAreLines });
  for (let from = start.offset; from < beginning.length; from += SLICE_BYTES) {
    const [heading] = splitter.push(beginning.subarray(from, from + SLICE_BYTES));
    if (heading !== undefined) return heading;
  }
  const [rest] = splitter.end();
  return rest;
}

function afterLine(beginning: Uint8Array, { offset, line }: Place): Place {
  return { offset: beginning.indexOf(NEW_LINE, offset) + 1 || beginning.length, line: line + 1 };
}

/** Where the first non-empty line from a place on begins. */
function withoutBlankLines(beginning: Uint8Array, from: Place): Place {
  let { offset, line } = from;
  while (true) {
    const breaks = beginning[offset] === RETURN ? 1 : 0;
    if (beginning[offset + breaks] !== NEW_LINE) return { offset, line };
    offset += breaks + 1;
    line += 1;
  }
}

/** Line breaks as old Macintosh programs write them: the whole file would be taken for its heading. */
const ONLY_RETURNS =
  "the lines end in carriage returns only; save the file with the line breaks of Windows or Unix";

function columnsOf(
  { bytes, fault }: Piece,
  delimiter: string,
  choices: ColumnChoices,
  samples: Samples,
): Column[] {
  if (fault !== undefined) throw problem(422, "invalid_file", `the heading can't be read: ${fault}`);
  try {
    const heading = textOf(bytes);
    if (/\r./s.test(withoutQuoted(heading))) throw problem(422, "invalid_file", ONLY_RETURNS);
    return mapColumns(cellsOf(heading, delimiter), choices, samples);
  } catch (cause) {
    if (cause instanceof Problem || !(cause instanceof Refused)) throw cause;
    throw problem(422, "invalid_file", `the heading can't be read: ${cause.message}`);
  }
}
