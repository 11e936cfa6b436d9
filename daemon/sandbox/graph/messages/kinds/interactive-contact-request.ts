import { Type } from "../../../../lib/typebox.ts";
import { strict } from "../../http/schema.ts";
import { bodyText } from "./interactive.ts";
import { defineKind } from "./kind.ts";

export const interactiveContactRequest = defineKind(
  "interactive.request_contact_info",
  strict({
    type: Type.Literal("request_contact_info"),
    body: bodyText(),
    action: strict({ name: Type.Literal("request_contact_info") }),
  }),
);
