import { Type } from "../../../../lib/typebox.ts";
import { httpUrl, labelOf, strict } from "../../http/schema.ts";
import { bodyText, footer, header, headerFailure, namedAction } from "./interactive.ts";
import { defineKind } from "./kind.ts";

export const interactiveCtaUrl = defineKind(
  "interactive.cta_url",
  strict({
    type: Type.Literal("cta_url"),
    header: Type.Optional(header),
    body: bodyText(),
    footer,
    action: namedAction("cta_url", strict({ display_text: labelOf(20), url: httpUrl })),
  }),
  (content, world) => headerFailure(content.header, world),
);
