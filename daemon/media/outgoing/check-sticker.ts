import { ANIMATED_STICKER, STATIC_STICKER, stickerLimit } from "../../file-rules/kinds.ts";
import { MediaFailure } from "../media-error.ts";

/** Throws when a sticker is larger than its like may be. */
export function checkSticker(size: number, isAnimated: boolean): void {
  if (size <= stickerLimit(isAnimated)) return;
  const limit = `a static sticker has at most ${STATIC_STICKER} bytes, an animated one ${ANIMATED_STICKER}`;
  const is = isAnimated ? "animated" : "static";
  throw new MediaFailure("media_too_large", `${limit}; this one is ${is} and has ${size}`, false);
}
