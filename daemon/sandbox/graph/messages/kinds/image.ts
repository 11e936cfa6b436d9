import { strict } from "../../http/schema.ts";
import { defineKind } from "./kind.ts";
import { caption, mediaFailure, mediaSource } from "./media.ts";

export const image = defineKind("image", strict({ ...mediaSource, caption }), (content, world) =>
  mediaFailure(content, "image", "image", world),
);
