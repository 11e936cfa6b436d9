import { Type } from "../../lib/typebox.ts";
import { canonicalHeader } from "../aliases.ts";
import { mustBeTitled, mustDiffer, mustFit } from "../checks.ts";
import { label, replyFields, strict, words } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { Footer, TextHeader } from "./interactive.ts";

const MOST_ROWS = 10;

const Row = strict({
  id: words(200),
  title: label(24),
  description: Type.Optional(label(72)),
});

const Section = strict({
  title: Type.Optional(label(24)),
  rows: Type.Array(Row, { minItems: 1, maxItems: MOST_ROWS }),
});

/** Text with a menu of up to ten rows, in sections (Meta, "Interactive list messages"). */
export const list = messageType({
  type: "list",
  schema: strict({
    header: Type.Optional(TextHeader),
    body: words(4096),
    footer: Type.Optional(Footer),
    button_text: label(20, "Opens the menu"),
    sections: Type.Array(Section, { minItems: 1, maxItems: 10 }),
    ...replyFields,
  }),
  canonical: canonicalHeader,
  check({ sections }) {
    const rows = sections.flatMap((section, at) =>
      section.rows.map((row, index) => [`/sections/${at}/rows/${index}/id`, row.id] as const),
    );
    mustBeTitled(sections);
    mustFit(rows.length, MOST_ROWS, "rows");
    mustDiffer(rows);
  },
  addressed: true,
  examples: [
    {
      header: { type: "text", text: "Delivery" },
      body: "When should we bring your order?",
      button_text: "Choose a time",
      sections: [
        {
          title: "Today",
          rows: [{ id: "today-18", title: "18:00 to 20:00", description: "Last tour of the day" }],
        },
        {
          title: "Tomorrow",
          rows: [
            { id: "tomorrow-10", title: "10:00 to 12:00" },
            { id: "tomorrow-14", title: "14:00 to 16:00" },
          ],
        },
      ],
    },
  ],
});
