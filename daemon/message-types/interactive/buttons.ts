import { Type } from "../../lib/typebox.ts";
import { canonicalHeader } from "../aliases.ts";
import { mustDiffer } from "../checks.ts";
import { replyFields, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { Body, Footer, Header, Reply } from "./interactive.ts";

/** Text with up to three buttons to answer by (Meta, "Interactive reply buttons messages"). */
export const buttons = messageType({
  type: "buttons",
  schema: strict({
    header: Type.Optional(Header),
    body: Body,
    footer: Type.Optional(Footer),
    buttons: Type.Array(Reply, { minItems: 1, maxItems: 3 }),
    ...replyFields,
  }),
  canonical: canonicalHeader,
  check(content) {
    mustDiffer(content.buttons.map(({ id }, index) => [`/buttons/${index}/id`, id]));
    mustDiffer(content.buttons.map(({ title }, index) => [`/buttons/${index}/title`, title]));
  },
  addressed: true,
  examples: [
    {
      body: "Your appointment is tomorrow at 10:00. Does it still suit you?",
      buttons: [
        { id: "confirm", title: "Yes, I'll come" },
        { id: "move", title: "Another time" },
      ],
      footer: "Harbour Dental",
    },
    {
      header: { type: "image", media_url: "https://example.com/room-12.jpg" },
      body: "Room 12 is free this weekend.",
      buttons: [{ id: "book-12", title: "Book it" }],
    },
  ],
});
