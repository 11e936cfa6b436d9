import { strict } from "../../http/schema.ts";
import { defineKind } from "./kind.ts";
import { mediaFailure, mediaSource } from "./media.ts";

export const sticker = defineKind("sticker", strict(mediaSource), (content, world) =>
  mediaFailure(content, "sticker", "sticker", world),
);
