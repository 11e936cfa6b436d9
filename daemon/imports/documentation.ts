import { documented } from "../http/openapi/documentation.ts";
import { Type } from "../lib/typebox.ts";
import { PreviewSchema } from "./preview-schema.ts";
import { ImportSchema, RefusedLineSchema } from "./record.ts";

const File = Type.String({ description: "The file" });
const FILE_EXAMPLE = "phone,name,city\r\n+49 151 23456789,Ada,Berlin\r\n";

const REFUSED_EXAMPLE =
  "phone,name,email,refused_line,refused_reason\r\n12-ab,Ada,,17,phone_number: is not a phone number\r\n";

const NO_FILE = {
  description: "Not a file of contacts: empty, of another kind, or without a column that identifies contacts",
  code: "invalid_file",
  detail:
    "none of the columns is a phone number, an email address, an external id or a user id; the file has: 'Name'",
};
const NOT_READ = {
  description: "An unknown format, or a compressed body",
  detail: "send text/csv, an .xlsx or .ods spreadsheet, application/x-ndjson or text/vcard, or say ?format=",
};
const TOO_LARGE = { description: "Larger than 64 GiB", detail: "the file has more than 68719476736 bytes" };
const CANCELLED = {
  description: "The import was cancelled during the upload",
  code: "import_cancelled",
  detail: "the import was cancelled during the upload",
};
const CUT_OFF = { description: "The body is malformed" };

/** An import whose file has arrived. */
export const QueuedSchema = Type.Object(
  { id: Type.String(), status: Type.Literal("queued") },
  { examples: [{ id: "imp_01JDB2M5S8V0ZC3K7Q2M4N6P93", status: "queued" }] },
);

/** The same contact in the other formats. */
export const OTHER_FILES = {
  "application/x-ndjson": {
    schema: Type.String({ description: "One contact as JSON on each line" }),
    example: '{"phone_number":"+4915112345678","name":"Ada"}\n',
  },
  "text/vcard": {
    schema: Type.String({ description: "vCards" }),
    example: "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nTEL:+4915112345678\r\nEND:VCARD\r\n",
  },
};

const Sheet = Type.String({ format: "binary", description: "A spreadsheet" });
/** The media types of files beside CSV. */
const FILES_TAKEN = {
  ...OTHER_FILES,
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { schema: Sheet, example: "…" },
  "application/vnd.oasis.opendocument.spreadsheet": { schema: Sheet, example: "…" },
};

/** The OpenAPI description of each operation. */
export const DOCUMENTED = {
  create: documented({
    operation: "importContacts",
    summary: "Import contacts from a file",
    description:
      "The body is the file: CSV (`text/csv`), an `.xlsx` or `.ods` spreadsheet of up to 256 MiB (formulas are not evaluated), NDJSON (`application/x-ndjson`: one contact on each line, as in `POST /v1/contacts`) or vCard 2.1, 3.0 and 4.0 (`text/vcard`). Text can have any size. The file is stored as it comes, then imported in the background; a record is matched as `POST /v1/contacts` matches it, empty cells change nothing, and a record of a contact that the file had before changes it again. A column is for what its heading says, unless `columns` says otherwise; unknown ones become custom fields. A value that is wrong is left out of its record; a record that nobody can be found by without it is refused. Both are kept with their line and reason; with `on_error=stop` the first ends the import, and what came before stays. The import sends `crm.import.progressed` while it runs and `crm.import.committed` at the end, and no events for single contacts.",
    errors: [507],
    wording: { 400: CUT_OFF, 409: CANCELLED, 413: TOO_LARGE, 415: NOT_READ, 422: NO_FILE },
    body: { schema: File, mediaType: "text/csv", examples: { csv: FILE_EXAMPLE }, others: FILES_TAKEN },
    responses: {
      202: {
        description: "Stored; the import is queued",
        schema: QueuedSchema,
      },
    },
  }),
  preview: documented({
    operation: "previewImport",
    summary: "Preview an import",
    description:
      "The body is the file or its beginning (the whole file for a spreadsheet), with the query of the import. Shows how the first mebibyte is read, what each column is for, and what the first records become. Nothing is stored.",
    keepsNothing: true,
    wording: { 400: CUT_OFF, 413: TOO_LARGE, 415: NOT_READ, 422: NO_FILE },
    body: { schema: File, mediaType: "text/csv", examples: { csv: FILE_EXAMPLE }, others: FILES_TAKEN },
    responses: { 200: { description: "The preview", schema: PreviewSchema } },
  }),
  list: documented({
    operation: "listImports",
    summary: "List imports",
    description: "Without refused lines.",
    lists: ImportSchema,
  }),
  get: documented({
    operation: "getImport",
    summary: "Get an import",
    description: "Its progress and counts, and the first hundred refused lines.",
    responses: { 200: { description: "The import", schema: ImportSchema } },
  }),
  refused: documented({
    operation: "getRefusedLines",
    summary: "Get the refused lines of an import",
    description:
      "All of them, in order, with those that were imported without a value. The CSV of a file with columns has the same columns, plus `refused_line` and `refused_reason`, so that it can be corrected and imported again: those two are ignored. A cell that a spreadsheet would run as a formula has an apostrophe before it; importing removes it.",
    responses: {
      200: {
        description: "The lines, as CSV or NDJSON (`format`)",
        mediaType: "text/csv",
        schema: Type.String({ description: "The columns of the file, and why each line was refused" }),
        example: REFUSED_EXAMPLE,
        others: {
          "application/x-ndjson": {
            schema: Type.String({ description: "One refused line as JSON on each line" }),
            example: `${JSON.stringify(RefusedLineSchema.examples[0])}\n`,
          },
        },
      },
    },
  }),
  cancel: documented({
    operation: "cancelImport",
    summary: "Cancel an import",
    description:
      "The import stops where it is; imported contacts stay. An import that has ended does not change.",
    responses: { 200: { description: "The import", schema: ImportSchema } },
  }),
};
