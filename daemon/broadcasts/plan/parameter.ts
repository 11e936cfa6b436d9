import { FIELD_NAME } from "../../contacts/field-of.ts";
import { type Static, Type } from "../../lib/typebox.ts";

const MOST_CHARACTERS = 1024;

const Field = Type.String({
  pattern: `^(${FIELD_NAME})$`,
  description:
    "`name`, `first_name`, `email`, `phone_number`, `external_id`, or `custom.<key>` of the contact's custom fields. Line breaks, tabs and runs of spaces in it become one space, as WhatsApp takes no others",
});

/** The value of one variable of a template: the same text for all, or a field of each contact. */
const ParameterSchema = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: MOST_CHARACTERS, description: "The same for everybody" }),
    Type.Object(
      {
        field: Field,
        fallback: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: MOST_CHARACTERS,
            description: "For those who lack the field; without it they are skipped",
          }),
        ),
      },
      { description: "A field of each contact" },
    ),
  ],
  { title: "BroadcastParameter" },
);

export type Parameter = Static<typeof ParameterSchema>;

/** Which names and positions there are is checked apart: what a pattern does not allow would be left out unseen. */
export const ParametersSchema = Type.Object({
  header: Type.Optional(ParameterSchema),
  body: Type.Optional(
    Type.Union([Type.Array(ParameterSchema, { maxItems: 64 }), Type.Record(Type.String(), ParameterSchema)], {
      description: "As the header's: a list in the order of the variables, or an object by their names",
    }),
  ),
  buttons: Type.Optional(
    Type.Record(Type.String(), ParameterSchema, {
      description:
        "By the position of the button, from `0`: what follows a link, what a quick reply returns, or the code to copy",
    }),
  ),
});

export type Parameters = Static<typeof ParametersSchema>;
