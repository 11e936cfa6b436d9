import type { Converter } from "./convert.ts";
import { createTurns } from "./turns.ts";

const AT_ONCE = 2;
const MOST_WAITING = 20;

/** A converter by the program that the settings name, or else by the one on the path, also when it comes later. */
export function createConverter({ ffmpeg }: { ffmpeg?: string | undefined }): Converter {
  return { findFfmpeg: () => Bun.which(ffmpeg ?? "ffmpeg"), turns: createTurns(AT_ONCE, MOST_WAITING) };
}
