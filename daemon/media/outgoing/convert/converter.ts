import type { Converter } from "./convert.ts";
import { createTurns } from "./turns.ts";

const LIMITS = { atOnce: 3, ofOne: 2, mostWaiting: 20 };
/** For all attempts at a file together. */
const PATIENCE_MS = 120_000;

/** A converter by the program that the settings name, or else by the one on the path, also when it comes later. */
export function createConverter({ ffmpeg }: { ffmpeg?: string | undefined }): Converter {
  return {
    findFfmpeg: () => Bun.which(ffmpeg ?? "ffmpeg"),
    turns: createTurns(LIMITS),
    patienceMs: PATIENCE_MS,
  };
}
