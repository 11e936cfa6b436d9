import { FormatSchema } from "../../imports/record.ts";
import { type Static, Type } from "../../lib/typebox.ts";

const Texts = (description: string) =>
  Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 1024 }), {
      maxProperties: 200,
      description,
    }),
  );

/** An uploaded file whose rows are the audience, and how it is read. */
export const FileSchema = Type.Object(
  {
    media_id: Type.String({ maxLength: 64, description: "A file that was uploaded with `POST /v1/media`" }),
    format: Type.Optional(FormatSchema),
    encoding: Type.Optional(Type.String({ maxLength: 40, description: "Absent: found from the file" })),
    sheet: Type.Optional(Type.String({ maxLength: 255, description: "Of a spreadsheet; absent: the first" })),
    columns: Texts(
      'Fields of columns, heading to field: `{"Tel.":"phone_number","Row":"ignore"}`; those known by their heading need not be named',
    ),
    set: Texts("Values of every contact where the file has none, field to value"),
    default_country: Type.Optional(
      Type.String({
        pattern: "^[A-Z]{2}$",
        description: "For phone numbers without a country code; as for `POST /v1/contacts/import`",
      }),
    ),
  },
  {
    title: "BroadcastFile",
    description:
      "The rows of an uploaded file. It is imported as the draft is made, which then has its `import_id`; needs `contacts:write`",
  },
);

export type AudienceFile = Static<typeof FileSchema>;
