import { Type } from "../../../../lib/typebox.ts";
import { invalidValue } from "../../http/errors.ts";
import { labelOf, strict } from "../../http/schema.ts";
import { bodyText, footer, header, headerFailure } from "./interactive.ts";
import { defineKind, hasRepeats } from "./kind.ts";

const id = Type.String({ minLength: 1, maxLength: 256, pattern: "^\\S(.*\\S)?$" });
const button = strict({ type: Type.Literal("reply"), reply: strict({ id, title: labelOf(20) }) });

export const interactiveButton = defineKind(
  "interactive.button",
  strict({
    type: Type.Literal("button"),
    header: Type.Optional(header),
    body: bodyText(),
    footer,
    action: strict({ buttons: Type.Array(button, { minItems: 1, maxItems: 3 }) }),
  }),
  (content, world) => {
    const replies = content.action.buttons.map(({ reply }) => reply);
    if (hasRepeats(replies.map((reply) => reply.id))) return invalidValue("Duplicated button ids");
    if (hasRepeats(replies.map((reply) => reply.title))) return invalidValue("Duplicated button titles");
    return headerFailure(content.header, world);
  },
);
