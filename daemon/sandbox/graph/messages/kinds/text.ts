import { Type } from "../../../../lib/typebox.ts";
import { strict, textOf } from "../../http/schema.ts";
import { defineKind } from "./kind.ts";

export const text = defineKind(
  "text",
  strict({ body: textOf(4_096), preview_url: Type.Optional(Type.Boolean()) }),
);
