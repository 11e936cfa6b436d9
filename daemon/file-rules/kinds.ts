const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
/** The limits of animated and of static stickers (Meta, "Sticker messages"). */
export const ANIMATED_STICKER = 500 * KILOBYTE;
export const STATIC_STICKER = 100 * KILOBYTE;

/** A kind of message that holds a file. */
export type FileKind = "image" | "video" | "audio" | "sticker" | "document";

type Allowed = { types: RegExp; mostBytes: number; named: string };

/**
 * The media types of each kind of message, and the largest size: as on official numbers (Meta, "Media": supported media
 * types), except for videos, of which WhatsApp's apps and WhatsApp Web take as much as of documents.
 */
export const ALLOWED: Record<FileKind, Allowed> = {
  image: { types: /^image\/(jpeg|png)$/, mostBytes: 5 * MEGABYTE, named: "a JPEG or PNG" },
  video: { types: /^video\/(mp4|3gpp)$/, mostBytes: 100 * MEGABYTE, named: "an MP4 or 3GPP" },
  audio: {
    types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/,
    mostBytes: 16 * MEGABYTE,
    named: "AAC, AMR, MP3, M4A or OGG",
  },
  sticker: { types: /^image\/webp$/, mostBytes: ANIMATED_STICKER, named: "a WebP" },
  document: { types: /./, mostBytes: 100 * MEGABYTE, named: "a file" },
};

/** The kind of message that shows a file of a type best; what none of the others may hold is a document. */
export function kindOfType(mimeType: string): FileKind {
  const kinds = Object.keys(ALLOWED) as FileKind[];
  return kinds.find((kind) => ALLOWED[kind].types.test(mimeType)) ?? "document";
}

/** How many bytes a sticker may have. */
export function stickerLimit(isAnimated: boolean): number {
  return isAnimated ? ANIMATED_STICKER : STATIC_STICKER;
}
