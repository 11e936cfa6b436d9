import { type Static, Type } from "@sinclair/typebox";
import { giveWay } from "../lib/give-way.ts";
import { Nullable } from "../lib/nullable.ts";
import { createGathered } from "./gather.ts";
import { type ColumnChoices, identifyingOf } from "./read/columns.ts";
import { countryOfNumbers } from "./read/country.ts";
import { csvRecord } from "./read/csv.ts";
import { ENCODINGS } from "./read/encodings.ts";
import type { Piece, Splitter } from "./read/piece.ts";
import { createSplitter, prepare, type ReadSettings, readPieces, SLICE_BYTES } from "./read/prepare.ts";
import { Refused, type Row } from "./read/row.ts";
import { FormatSchema, RefusedLineSchema } from "./record.ts";
import { checkContact, detailOf } from "./run/check.ts";
import { type FileOptions, openSource } from "./source.ts";

const SHOWN_RECORDS = 5;
const PREVIEWED_BYTES = 1024 * 1024;

/** What a preview needs of an upload. */
export type PreviewOptions = FileOptions & { choices: ColumnChoices; default_country: string | null };

export const PreviewSchema = Type.Object(
  {
    format: FormatSchema,
    encoding: Type.Union(ENCODINGS.map((encoding) => Type.Literal(encoding))),
    delimiter: Nullable(Type.String({ description: "The delimiter of a CSV file" })),
    sheet: Nullable(Type.String({ description: "The sheet of a spreadsheet that is imported" })),
    sheets: Type.Array(Type.String(), { description: "The sheets of a spreadsheet" }),
    columns: Type.Array(
      Type.Object({
        header: Type.String(),
        field: Nullable(Type.String()),
        examples: Type.Array(Type.String(), { description: "Its values in the first records" }),
      }),
    ),
    found_by: Type.Array(Type.String(), {
      description:
        "The fields among the columns that contacts are found by; an import of a file with columns needs one of them",
    }),
    default_country: Nullable(
      Type.String({
        description:
          "Of phone numbers without a country code: what the request or the organisation says, else what most of the file's first numbers are of",
      }),
    ),
    records: Type.Array(
      Type.Object({
        line: Type.Integer(),
        contact: Nullable(Type.Record(Type.String(), Type.Unknown())),
        refusal: Nullable(
          Type.Pick(RefusedLineSchema, ["code", "detail"], {
            description: "Beside a contact: why a value is left out of it",
          }),
        ),
      }),
      { description: "What the first records become" },
    ),
  },
  {
    title: "ImportPreview",
    examples: [
      {
        format: "csv",
        encoding: "utf-8",
        delimiter: ";",
        sheet: null,
        sheets: [],
        columns: [{ header: "Telefon", field: "phone_number", examples: ["+49 1512 3456789"] }],
        found_by: ["phone_number"],
        default_country: "DE",
        records: [{ line: 2, contact: { phone_number: "+4915123456789" }, refusal: null }],
      },
    ],
  },
);

/**
 * The result that a file's beginning predicts for its import; it yields to other requests. Of a
 * spreadsheet the whole file is needed. Rejects with 413 or 422 for no file of contacts.
 */
export async function preview(
  body: AsyncIterable<Uint8Array>,
  { choices, default_country, ...file }: PreviewOptions,
): Promise<Static<typeof PreviewSchema>> {
  const source = await openSource(chunksOf(body), file);
  try {
    const { format, sheets } = source;
    const text = await beginningOf(source.parts);
    const { settings, start } = prepare(format, text, choices);
    const splitter = createSplitter(format, settings, start);
    const country = default_country ?? countryOfNumbers(format, settings, start, text);
    const pieces = await firstOf(splitter, text.subarray(start.offset));
    return {
      format,
      encoding: source.encoding(),
      delimiter: format === "csv" ? settings.delimiter : null,
      sheet: sheets?.chosen ?? null,
      sheets: [...(sheets?.names ?? [])],
      columns: columnsOf(settings, pieces),
      found_by: identifyingOf(settings.columns),
      default_country: country,
      records: readPieces(format, settings, pieces).map((row) => shown(row, country)),
    };
  } finally {
    await source.close();
  }
}

function columnsOf({ columns, delimiter }: ReadSettings, pieces: readonly Piece[]) {
  const records =
    columns.length === 0 ? [] : pieces.map(({ bytes }) => csvRecord(decoder.decode(bytes), delimiter));
  return columns.map(({ header, target }, index) => ({
    ...{ header, field: target },
    examples: records.flatMap((cells) => (cells[index] ? [cells[index].slice(0, LONGEST_EXAMPLE)] : [])),
  }));
}

const decoder = new TextDecoder();
const LONGEST_EXAMPLE = 100;

/** The first chunk is large enough to tell what the file is. */
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
    if (piece !== null) pieces.push(piece);
    if (pieces.length === SHOWN_RECORDS) break;
    await giveWay();
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

function shown(row: Row, country: string | null) {
  const { line } = row;
  if (row.refusal !== undefined) return { line, contact: null, refusal: row.refusal };
  try {
    const { contact, faults } = checkContact(row.fields, country);
    const { cleared, ...fields } = contact;
    const [first] = faults;
    const refusal = first === undefined ? null : { code: first.code, detail: detailOf(faults) };
    return { line, contact: fields, refusal };
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    return { line, contact: null, refusal: cause.refusal };
  }
}
