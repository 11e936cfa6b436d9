import type { KeptForm } from "./forms.ts";

const SOUND: Readonly<Record<string, string>> = {
  "audio/ogg": "ogg",
  "audio/mpeg": "mp3",
  "audio/aac": "aac",
  "audio/amr": "amr",
  "audio/mp4": "mov",
  "audio/wav": "wav",
};
const VIDEOS: Readonly<Record<string, string>> = {
  "video/mp4": "mov",
  "video/3gpp": "mov",
  "video/quicktime": "mov",
  "video/webm": "matroska",
};
const PICTURES: Readonly<Record<string, string>> = {
  "image/jpeg": "jpeg_pipe",
  "image/png": "png_pipe",
  "image/webp": "webp_pipe",
  "image/gif": "gif",
  "image/avif": "mov",
};
/** What Bun draws, everywhere alike. */
const DRAWN = { "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp", "image/gif": "gif" };
const TAKEN: Readonly<Record<KeptForm, Readonly<Record<string, string>>>> = {
  voice: { ...SOUND, ...VIDEOS },
  image: PICTURES,
  video: { ...VIDEOS, "image/gif": "gif" },
  sticker: PICTURES,
  thumbnail: VIDEOS,
  portrait: PICTURES,
  preview: DRAWN,
};

/**
 * ffmpeg's name of the format that a file has by its bytes; undefined when such a file is not converted. ffmpeg must
 * read that format and no other: left to itself, it takes text for a playlist, and opens what that names.
 */
export function formatOf(target: KeptForm, mimeType: string): string | undefined {
  const formats = TAKEN[target];
  return Object.hasOwn(formats, mimeType) ? formats[mimeType] : undefined;
}

/** The formats that can be converted to it, for people. */
export function sourcesOf(target: KeptForm): string {
  return Object.keys(TAKEN[target]).join(", ");
}
