import type { ImportRow, RefusalRow } from "../../db/imports/imports.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { AmbiguousFields } from "./ambiguous.ts";
import { FORMATS } from "./read/format.ts";
import { parseSettings } from "./read/prepare.ts";
import { ENCODINGS } from "./read/text/encodings.ts";
import { WarningSchema } from "./warnings.ts";

const IMPORT_STATUSES = ["uploading", "queued", "running", "completed", "failed", "cancelled"] as const;

export const ImportStatusSchema = Type.Union(IMPORT_STATUSES.map((status) => Type.Literal(status)));
export const FormatSchema = Type.Union(FORMATS.map((format) => Type.Literal(format)));
export const OnErrorSchema = Type.Union([Type.Literal("skip"), Type.Literal("stop")]);
const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const RefusedLineSchema = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: "The line in the file where the record begins" }),
    code: Type.String({ description: "Why it was refused, as a stable code" }),
    detail: Type.String({ description: "Why it was refused, in words" }),
    record: Type.String({ description: "The record, or its beginning" }),
    imported: Type.Boolean({
      description:
        "Whether the record was imported without the value that was wrong; false: nothing of it was",
    }),
  },
  {
    title: "RefusedLine",
    examples: [
      {
        line: 17,
        code: "invalid_phone_number",
        detail: "'12-ab' is not a phone number",
        record: "12-ab,Ada,",
        imported: false,
      },
    ],
  },
);

export const ImportSchema = Type.Object(
  {
    id: Type.String(),
    status: ImportStatusSchema,
    format: FormatSchema,
    encoding: Type.Union(ENCODINGS.map((encoding) => Type.Literal(encoding))),
    file_name: Nullable(Type.String()),
    dry_run: Type.Boolean({ description: "Writes nothing, and counts what would be written" }),
    on_error: OnErrorSchema,
    default_country: Nullable(Type.String({ description: "Of phone numbers without a country code" })),
    columns: Type.Array(Type.Object({ header: Type.String(), field: Nullable(Type.String()) }), {
      description: "The field for each column of a CSV file; null if it is ignored",
    }),
    bytes: Count("The size of the file"),
    bytes_done: Count("How much of it was read"),
    records: Count("Records read"),
    created: Count("Contacts created"),
    updated: Count("Contacts changed"),
    unchanged: Count("Contacts that needed no change"),
    duplicates: Count("Repeated records of contacts earlier in the file"),
    refused: Count("Records that were refused"),
    incomplete: Count("Records that were taken without a value that was wrong"),
    ambiguous_numbers: Type.Object(AmbiguousFields, {
      description:
        "Numbers without a country code that were read as the country's, and would be another country's with the code that they begin with",
    }),
    warnings: Type.Array(WarningSchema, {
      description: "What was doubtful about its columns, by its first thousand records",
    }),
    refused_lines: Type.Array(RefusedLineSchema, {
      description: "The first hundred that were not taken, or without a value",
    }),
    error: Nullable(Type.String({ description: "Why it failed" })),
    created_at: Type.String(),
    started_at: Nullable(Type.String()),
    updated_at: Type.String(),
    finished_at: Nullable(Type.String()),
  },
  {
    title: "ContactImport",
    examples: [
      {
        id: "imp_01JDB2M5S8V0ZC3K7Q2M4N6P93",
        status: "completed",
        format: "csv",
        encoding: "utf-8",
        file_name: "customers.csv",
        dry_run: false,
        on_error: "skip",
        default_country: "DE",
        columns: [
          { header: "Telefon", field: "phone_number" },
          { header: "Name", field: "name" },
          { header: "City", field: "custom_fields.City" },
        ],
        bytes: 51200,
        bytes_done: 51200,
        records: 1000,
        created: 940,
        updated: 51,
        unchanged: 0,
        duplicates: 8,
        refused: 1,
        incomplete: 0,
        ambiguous_numbers: { count: 0, examples: [] },
        warnings: [],
        refused_lines: [
          {
            line: 17,
            code: "invalid_phone_number",
            detail: "'12-ab' is not a phone number",
            record: "12-ab,Ada,",
            imported: false,
          },
        ],
        error: null,
        created_at: "2026-11-21T09:30:00.000Z",
        started_at: "2026-11-21T09:30:00.100Z",
        updated_at: "2026-11-21T09:30:01.000Z",
        finished_at: "2026-11-21T09:30:01.000Z",
      },
    ],
  },
);

/** An import as the API shows it. */
export function showImport(row: ImportRow, refusals: readonly RefusalRow[]): Static<typeof ImportSchema> {
  const { columns, ambiguous, warnings } = parseSettings(row.settings);
  return {
    ...{ id: row.id, status: row.status, format: row.format },
    encoding: row.encoding as Static<typeof ImportSchema>["encoding"],
    ...{ file_name: row.file_name, dry_run: row.dry_run, on_error: row.on_error },
    default_country: row.default_country,
    columns: columns.map(({ header, target }) => ({ header, field: target })),
    bytes: row.bytes,
    bytes_done: row.status === "completed" ? row.bytes : row.place_offset,
    ...{ records: row.records, created: row.created, updated: row.updated, unchanged: row.unchanged },
    ...{ duplicates: row.duplicates, refused: row.refused, incomplete: row.incomplete },
    ambiguous_numbers: ambiguous,
    warnings: [...warnings],
    refused_lines: refusals.map(showRefusal),
    error: row.error,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** Parts of a record that are not text are shown as U+FFFD. */
export function showRefusal(row: RefusalRow): Static<typeof RefusedLineSchema> {
  const { line, code, detail, record, imported } = row;
  return { line, code, detail, record: new TextDecoder().decode(record), imported };
}
