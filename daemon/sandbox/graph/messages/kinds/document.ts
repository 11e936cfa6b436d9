import { Type } from "../../../../lib/typebox.ts";
import { strict, textOf } from "../../http/schema.ts";
import { defineKind } from "./kind.ts";
import { caption, mediaFailure, mediaSource } from "./media.ts";

export const document = defineKind(
  "document",
  strict({ ...mediaSource, caption, filename: Type.Optional(textOf(240)) }),
  (content, world) => mediaFailure(content, "document", "document", world),
);
