import { Type } from "../../../../lib/typebox.ts";
import { invalidValue } from "../../http/errors.ts";
import { labelOf, strict, textOf } from "../../http/schema.ts";
import { bodyText, footer, textHeader } from "./interactive.ts";
import { defineKind, hasRepeats } from "./kind.ts";

const MOST_ROWS = 10;

const row = strict({
  id: textOf(200),
  title: labelOf(24),
  description: Type.Optional(labelOf(72, 0)),
});

const section = strict({
  title: Type.Optional(labelOf(24, 0)),
  rows: Type.Array(row, { minItems: 1, maxItems: MOST_ROWS }),
});

export const interactiveList = defineKind(
  "interactive.list",
  strict({
    type: Type.Literal("list"),
    header: Type.Optional(textHeader),
    body: bodyText(4_096),
    footer,
    action: strict({ button: labelOf(20), sections: Type.Array(section, { minItems: 1, maxItems: 10 }) }),
  }),
  ({ action: { sections } }) => {
    const rows = sections.flatMap((part) => part.rows);
    if (rows.length > MOST_ROWS)
      return invalidValue(`Total row count exceed max allowed count: ${MOST_ROWS}`);
    if (hasRepeats(rows.map(({ id }) => id))) return invalidValue("Duplicated row ids");
    const untitled = sections.length > 1 && sections.some((part) => (part.title ?? "") === "");
    return untitled ? invalidValue("Section title is required when there is more than one section") : null;
  },
);
