import type { FormKind } from "../../../file-rules/forms.ts";

/** How the file of an attempt is made: ffmpeg's options between its input and its output. */
export type Recipe = readonly string[];

/** WhatsApp's apps show no more of a picture. */
const PICTURE_SIDE = 2560;
const STICKER_SIDE = 512;
const THUMBNAIL_SIDE = 72;
/** That of the pictures that WhatsApp's own apps give (Baileys: `generateProfilePicture` in Utils/messages-media.js). */
const PORTRAIT_SIDE = 640;

const SOUND = ["-ac", "1", "-ar", "48000", "-c:a", "libopus", "-application", "voip", "-b:a"];
const within = (side: number) =>
  `scale='min(${side},iw)':'min(${side},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;

/** Attempts in their order: each makes a smaller file than the one before, for when that was too large. */
const RECIPES: Readonly<Record<FormKind, readonly Recipe[]>> = {
  voice: ["32k", "16k"].map((rate) => ["-map", "0:a:0", ...SOUND, rate, "-f", "ogg"]),
  image: [jpeg(PICTURE_SIDE), jpeg(PICTURE_SIDE / 2)],
  thumbnail: [jpeg(THUMBNAIL_SIDE)],
  portrait: ["3", "10"].map((quality) => [
    ...["-map", "0:v:0", "-frames:v", "1", "-vf", portraitFilter()],
    ...["-c:v", "mjpeg", "-q:v", quality, "-f", "mjpeg"],
  ]),
  video: [video(1280, "1500k"), video(854, "600k"), video(640, "250k")],
  sticker: ["80", "50", "20"].map((quality) => [
    ...["-map", "0:v:0", "-frames:v", "1", "-vf", stickerFilter()],
    ...["-c:v", "libwebp", "-quality", quality, "-f", "webp"],
  ]),
};

/** How a file is made into the target. */
export function recipesOf(target: FormKind): readonly Recipe[] {
  return RECIPES[target];
}

function jpeg(side: number): Recipe {
  return [
    ...["-map", "0:v:0", "-frames:v", "1", "-vf", `${within(side)},format=yuvj420p`],
    ...["-c:v", "mjpeg", "-q:v", "3", "-f", "mjpeg"],
  ];
}

function video(side: number, rate: string): Recipe {
  return [
    ...["-map", "0:v:0", "-map", "0:a:0?", "-vf", `${within(side)},format=yuv420p`],
    ...["-c:v", "libx264", "-profile:v", "main", "-preset", "veryfast", "-crf", "26"],
    ...["-maxrate", rate, "-bufsize", rate, "-r", "30", "-c:a", "aac", "-b:a", "64k", "-ac", "2"],
    ...["-movflags", "+faststart", "-f", "mp4"],
  ];
}

/** The square in the middle. */
function portraitFilter(): string {
  return `crop='min(iw,ih)':'min(iw,ih)',scale=${PORTRAIT_SIDE}:${PORTRAIT_SIDE},format=yuvj420p`;
}

/** A square; what the picture leaves of it can be seen through. */
function stickerFilter(): string {
  const size = `${STICKER_SIDE}:${STICKER_SIDE}`;
  return `scale=${size}:force_original_aspect_ratio=decrease,format=rgba,pad=${size}:-1:-1:color=black@0`;
}
