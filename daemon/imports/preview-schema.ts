import { Nullable, Type } from "../lib/typebox.ts";
import { AmbiguousFields } from "./ambiguous.ts";
import { ENCODINGS } from "./read/text/encodings.ts";
import { FormatSchema } from "./record.ts";
import { WarningSchema } from "./warnings.ts";

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
        choice: Nullable(
          Type.Integer({
            minimum: 1,
            description:
              "Of several columns for this field, which comes first: the next is for records where the one before is empty or can't be read, and is a custom field elsewhere",
          }),
        ),
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
          Type.Object(
            { code: Type.String(), detail: Type.String() },
            { description: "Why there is no contact, or beside a contact: why a value is left out of it" },
          ),
        ),
      }),
      { description: "The contacts of the first records" },
    ),
    ambiguous_numbers: Type.Object(
      {
        looked_at: Type.Integer({ minimum: 0, description: "How many of the first records were counted" }),
        ...AmbiguousFields,
      },
      {
        description:
          "Numbers without a country code that are read as the country's, and would be another country's with the code that they begin with",
      },
    ),
    warnings: Type.Array(WarningSchema, {
      description: "The choices where the file allows more than one reading",
    }),
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
        columns: [{ header: "Telefon", field: "phone_number", choice: null, examples: ["+49 1512 3456789"] }],
        found_by: ["phone_number"],
        default_country: "DE",
        records: [{ line: 2, contact: { phone_number: "+4915123456789" }, refusal: null }],
        ambiguous_numbers: { looked_at: 1, count: 0, examples: [] },
        warnings: [],
      },
    ],
  },
);
