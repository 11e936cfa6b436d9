import { giveWay } from "../lib/give-way.ts";
import type { Static } from "../lib/typebox.ts";
import { NONE_AMBIGUOUS, withDoubtful } from "./ambiguous.ts";
import { createGathered } from "./gather.ts";
import { lookAt } from "./look.ts";
import type { PreviewSchema } from "./preview-schema.ts";
import type { Column } from "./read/column.ts";
import { type ColumnChoices, identifyingOf } from "./read/columns.ts";
import { countryOfNumbers } from "./read/country.ts";
import { csvRecord } from "./read/csv.ts";
import type { Piece, Splitter } from "./read/piece.ts";
import { createSplitter, prepare, type ReadSettings, readPieces, SLICE_BYTES } from "./read/prepare.ts";
import { type FileOptions, openSource } from "./source.ts";
import { ambiguousNumbers, type LookedColumn, unsureEncoding, warningsOf } from "./warnings.ts";

const SHOWN_RECORDS = 5;
/** So many are looked at for what is doubtful. */
const LOOKED_RECORDS = 1000;
const PREVIEWED_BYTES = 1024 * 1024;

/** The parts of an upload that a preview needs. */
export type PreviewOptions = FileOptions & { choices: ColumnChoices };

/**
 * The result that a file's beginning predicts for its import; it yields to other requests. Of a
 * spreadsheet the whole file is needed. Rejects with 413 or 422 for no file of contacts.
 */
export async function preview(
  body: AsyncIterable<Uint8Array>,
  { choices, ...file }: PreviewOptions,
): Promise<Static<typeof PreviewSchema>> {
  const source = await openSource(chunksOf(body), file);
  try {
    const { format, sheets } = source;
    const text = await beginningOf(source.parts);
    const { settings, start } = prepare(format, text, choices);
    const splitter = createSplitter(format, settings, start);
    const country = file.default_country ?? countryOfNumbers(format, settings, start, text);
    const pieces = await firstOf(splitter, text.subarray(start.offset));
    const columns = examplesOf(settings, pieces);
    const looked = await lookAt(readPieces(format, settings, pieces), country);
    const ambiguous = withDoubtful(NONE_AMBIGUOUS, looked);
    return {
      format,
      encoding: source.encoding(),
      delimiter: format === "csv" ? settings.delimiter : null,
      sheet: sheets?.chosen ?? null,
      sheets: [...(sheets?.names ?? [])],
      columns: columns.map(({ examples, ...column }) => ({
        ...column,
        examples: examples.slice(0, SHOWN_RECORDS),
      })),
      found_by: identifyingOf(settings.columns),
      default_country: country,
      records: looked.slice(0, SHOWN_RECORDS).map(({ doubtful, ...record }) => record),
      ambiguous_numbers: { looked_at: looked.length, ...ambiguous },
      warnings: [
        ...unsureEncoding(source.isUnsure() ? source.encoding() : null),
        ...warningsOf(columns, country),
        ...ambiguousNumbers(ambiguous, looked.length, country),
      ],
    };
  } finally {
    await source.close();
  }
}

/** The columns with their values in the records, and their turn among those for one field. */
function examplesOf({ columns, delimiter }: ReadSettings, pieces: readonly Piece[]): LookedColumn[] {
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

const decoder = new TextDecoder();
const LONGEST_EXAMPLE = 100;

/** The first chunk is large enough to recognise the format. */
async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gathered = createGathered();
  let wanted = PREVIEWED_BYTES;
  for await (const chunk of body) {
    gathered.add(chunk);
    if (gathered.size() < wanted) continue;
    yield gathered.take();
    wanted = 1;
  }
  if (gathered.size() > 0) yield gathered.take();
}

/** Reads only the beginning of a text. */
async function beginningOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const gathered = createGathered();
  for await (const part of parts) {
    gathered.add(part);
    if (gathered.size() >= PREVIEWED_BYTES) break;
  }
  return gathered.take();
}

/** The records to show. No more of the text is cut than they need. */
async function firstOf(splitter: Splitter, text: Uint8Array): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const piece of piecesOf(splitter, text)) {
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
