import { ALLOWED, type FileKind } from "./kinds.ts";

/** The targets of a conversion: the form that phones show of a message of that kind. */
export const TARGETS = ["voice", "image", "video", "sticker"] as const;
export type Target = (typeof TARGETS)[number];
/** The form that a file is converted to: for itself, as its preview, or as what a number shows of itself. */
export type FormKind = Target | "thumbnail" | "portrait";
/** The forms that are kept beside a file: those to send, and the picture that views show in its place. */
export type KeptForm = FormKind | "preview";

type Form = { named: string; kind: FileKind; mimeType: string; extension: string; mostBytes: number };

const MEGABYTE = 1024 ** 2;

/** The result of each, within the limits of every platform. */
export const FORMS: Readonly<Record<KeptForm, Form>> = {
  voice: {
    named: "Ogg with Opus",
    kind: "audio",
    mimeType: "audio/ogg",
    extension: "ogg",
    mostBytes: ALLOWED.audio.mostBytes,
  },
  image: {
    named: "a JPEG",
    kind: "image",
    mimeType: "image/jpeg",
    extension: "jpg",
    mostBytes: ALLOWED.image.mostBytes,
  },
  video: {
    named: "an MP4 with H.264 and AAC",
    kind: "video",
    mimeType: "video/mp4",
    extension: "mp4",
    mostBytes: 16 * MEGABYTE,
  },
  thumbnail: {
    ...{ named: "a small JPEG", kind: "image", mimeType: "image/jpeg", extension: "thumbnail.jpg" },
    mostBytes: 32 * 1024,
  },
  portrait: {
    ...{ named: "a square JPEG", kind: "image", mimeType: "image/jpeg", extension: "portrait.jpg" },
    mostBytes: 256 * 1024,
  },
  // five of a conversation are within 150 KiB
  preview: {
    ...{ named: "a small WebP", kind: "image", mimeType: "image/webp", extension: "preview.webp" },
    mostBytes: 28 * 1024,
  },
  // a static one; an animated one may be larger, but is often shown as slowly
  sticker: {
    named: "a WebP of 512 × 512 pixels",
    kind: "sticker",
    mimeType: "image/webp",
    extension: "webp",
    mostBytes: 100 * 1024,
  },
};
