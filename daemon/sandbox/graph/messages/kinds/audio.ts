import { Type } from "../../../../lib/typebox.ts";
import { strict } from "../../http/schema.ts";
import { defineKind } from "./kind.ts";
import { mediaFailure, mediaSource } from "./media.ts";

export const audio = defineKind(
  "audio",
  strict({ ...mediaSource, voice: Type.Optional(Type.Boolean()) }),
  (content, world) => mediaFailure(content, "audio", "audio", world),
);
