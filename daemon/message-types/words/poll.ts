import { Type } from "../../lib/typebox.ts";
import { asGiven } from "../aliases.ts";
import { mustDiffer, refuse } from "../checks.ts";
import { label, replyFields, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";

const MOST_OPTIONS = 12;

/** A question with two to twelve answers to tick; the lengths are those of WhatsApp's own apps. */
export const poll = messageType({
  type: "poll",
  schema: strict({
    question: label(255),
    options: Type.Array(label(100), { minItems: 2, maxItems: MOST_OPTIONS }),
    selectable_count: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MOST_OPTIONS, default: 1, description: "0 allows any number" }),
    ),
    ...replyFields,
  }),
  canonical: asGiven,
  check({ options, selectable_count = 0 }) {
    mustDiffer(options.map((option, index) => [`/options/${index}`, option]));
    if (selectable_count > options.length) {
      refuse("/selectable_count", `at most ${options.length}, the number of options`);
    }
  },
  addressed: true,
  examples: [
    { question: "When shall we meet?", options: ["Monday", "Tuesday", "Friday"], selectable_count: 2 },
  ],
});
