import { Type } from "@sinclair/typebox";
import {
  bold,
  choiceLine,
  headerText,
  italic,
  numbered,
  renderedDraft,
} from "../../providers/whatsapp-web/encode/rendering.ts";
import { canonicalHeader } from "./aliases.ts";
import { mustBeTitled, mustDiffer, mustFit } from "./checks.ts";
import { answering, label, strict, words } from "./fields.ts";
import { Footer, interactive, TextHeader } from "./interactive.ts";
import { messageType } from "./message-type.ts";

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
    ...answering,
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
  official: (content) =>
    interactive("list", content, { button: content.button_text, sections: content.sections }),
  unofficial: (content) => {
    const choices = numbered(content.sections.flatMap(({ rows }) => rows));
    const lines = choices.map(choiceLine);
    const sections = content.sections.map(({ title, rows }) =>
      [bold(title), ...lines.splice(0, rows.length)].filter((line) => line !== undefined).join("\n"),
    );
    return renderedDraft({
      blocks: [
        headerText(content.header),
        content.body,
        ...sections,
        italic(content.footer),
        italic(`${content.button_text}: reply with a number.`),
      ],
      quote: content.reply_to,
      reply: "list_reply",
      choices,
    });
  },
  simplified: true,
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
