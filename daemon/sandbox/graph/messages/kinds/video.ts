import { strict } from "../../http/schema.ts";
import { defineKind } from "./kind.ts";
import { caption, mediaFailure, mediaSource } from "./media.ts";

export const video = defineKind("video", strict({ ...mediaSource, caption }), (content, world) =>
  mediaFailure(content, "video", "video", world),
);
