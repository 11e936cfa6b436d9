import type { proto } from "baileys";
import type { Library } from "../library/library.ts";

/**
 * A message without what phones put around it: that it disappears, is seen once, or is an animated sticker, which
 * Baileys leaves wrapped (`Utils/messages`, normalizeMessageContent). Undefined when there is nothing in it.
 */
export function unwrapped(
  { normalizeMessageContent }: Library,
  message: proto.IMessage | null | undefined,
): proto.IMessage | undefined {
  const inner = normalizeMessageContent(message ?? undefined);
  const sticker = inner?.lottieStickerMessage?.message;
  return sticker ? normalizeMessageContent(sticker) : inner;
}
