import { type Static, Type } from "@sinclair/typebox";
import { Nullable } from "../lib/nullable.ts";
import { identifyingOf, type Wishes } from "./read/columns.ts";
import { createTranscoder, refuseOtherFiles } from "./read/encoding.ts";
import { ENCODINGS, type Encoding } from "./read/encodings.ts";
import type { Format } from "./read/format.ts";
import type { Piece, Splitter } from "./read/piece.ts";
import { createSplitter, prepare, readPieces, SLICE_BYTES } from "./read/prepare.ts";
import { Refused, type Row } from "./read/row.ts";
import { FormatSchema, RefusedLineSchema } from "./record.ts";
import { checkContact, detailOf } from "./run/check.ts";
import { giveWay } from "./run/give-way.ts";

const SHOWN_RECORDS = 5;

export const PreviewSchema = Type.Object(
  {
    format: FormatSchema,
    encoding: Type.Union(ENCODINGS.map((encoding) => Type.Literal(encoding))),
    delimiter: Nullable(Type.String({ description: "The delimiter of a CSV file" })),
    columns: Type.Array(Type.Object({ header: Type.String(), field: Nullable(Type.String()) })),
    found_by: Type.Array(Type.String(), {
      description:
        "The fields among the columns that contacts are found by; an import of a CSV file needs one of them",
    }),
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
        columns: [{ header: "Telefon", field: "phone_number" }],
        found_by: ["phone_number"],
        records: [{ line: 2, contact: { phone_number: "+4915123456789" }, refusal: null }],
      },
    ],
  },
);

/**
 * The result that a file's beginning predicts for its import; it yields to other requests.
 * Throws 422 for no file of contacts.
 */
export async function preview(
  beginning: Uint8Array,
  {
    format,
    encoding: declared,
    wishes,
    country,
  }: {
    format: Format;
    encoding: Encoding | undefined;
    wishes: Wishes;
    country: string | null;
  },
): Promise<Static<typeof PreviewSchema>> {
  refuseOtherFiles(beginning);
  const transcode = createTranscoder(beginning, declared);
  const text = transcode.push(beginning);
  const { settings, start } = prepare(format, text, wishes);
  const splitter = createSplitter(format, settings, start);
  const pieces = await firstOf(splitter, text.subarray(start.offset));
  return {
    format,
    encoding: transcode.encoding(),
    delimiter: format === "csv" ? settings.delimiter : null,
    columns: settings.columns.map(({ header, target }) => ({ header, field: target })),
    found_by: identifyingOf(settings.columns),
    records: readPieces(format, settings, pieces).map((row) => shown(row, country)),
  };
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
