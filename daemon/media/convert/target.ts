import { ALLOWED, type FileKind } from "../kinds.ts";

/** What a file can be made into: the form that phones show of a message of that kind. */
export const TARGETS = ["voice", "image", "video", "sticker"] as const;
export type Target = (typeof TARGETS)[number];

type Form = { kind: FileKind; mimeType: string; extension: string; mostBytes: number };

const MEGABYTE = 1024 ** 2;

/** What comes of each, within the limits of every platform. */
export const FORMS: Readonly<Record<Target, Form>> = {
  voice: { kind: "audio", mimeType: "audio/ogg", extension: "ogg", mostBytes: ALLOWED.audio.mostBytes },
  image: { kind: "image", mimeType: "image/jpeg", extension: "jpg", mostBytes: ALLOWED.image.mostBytes },
  video: { kind: "video", mimeType: "video/mp4", extension: "mp4", mostBytes: 16 * MEGABYTE },
  // a static one; an animated one may be larger, but is often shown as slowly
  sticker: { kind: "sticker", mimeType: "image/webp", extension: "webp", mostBytes: 100 * 1024 },
};
