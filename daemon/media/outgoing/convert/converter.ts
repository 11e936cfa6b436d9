import { problem } from "../../../http/problem.ts";
import { createShares } from "../../../lib/turns/shares.ts";
import type { Converter } from "./convert.ts";

/** So many files are converted at a time, one fewer of an organisation, of which so many more wait. */
const LIMITS = { atOnce: 3, mostEach: 20, refusal: busy };
const RETRY_SECONDS = "10";
/** For all attempts at a file together. */
const PATIENCE_MS = 120_000;

/** A converter by the program that the settings name, or else by the one on the path, also when it comes later. */
export function createConverter({ ffmpeg }: { ffmpeg?: string | undefined }): Converter {
  return {
    findFfmpeg: () => Bun.which(ffmpeg ?? "ffmpeg"),
    turns: createShares(LIMITS),
    patienceMs: PATIENCE_MS,
  };
}

function busy() {
  return problem(503, "busy", "too many of your files are being converted at the moment; try again soon", {
    headers: { "retry-after": RETRY_SECONDS },
  });
}
