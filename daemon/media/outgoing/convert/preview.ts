import { rm, stat } from "node:fs/promises";
import { FORMS } from "../../../file-rules/forms.ts";
import { formatOf } from "../../../file-rules/sources.ts";
import { problem } from "../../../http/problem.ts";
import type { Taken } from "../../uploads/whole/take.ts";
import { MOST_PIXELS } from "./ffmpeg.ts";
import { fileHash } from "./file-hash.ts";
import { runLimited } from "./run-limited.ts";

const PATIENCE_MS = 10_000;

/** Sides and qualities: each makes a smaller file than the one before, for when that was too large. */
const ATTEMPTS = [
  [640, 75],
  [640, 50],
  [480, 45],
  [320, 30],
] as const;

/**
 * Run by Bun, which is in every executable, in a process of its own: what its decoders do with a picture of others ends
 * there. It decodes once.
 */
const PROGRAM = `
const [input, output, pixels, most, attempts] = process.argv.slice(1);
const within = (image, side) => image.resize(side, side, { fit: "inside", withoutEnlargement: true });
const [[largest]] = JSON.parse(attempts);
const small = await within(new Bun.Image(input, { maxPixels: Number(pixels) }), largest).png({ compressionLevel: 1 }).bytes();
for (const [side, quality] of JSON.parse(attempts)) {
  const made = await within(new Bun.Image(small), side).webp({ quality }).bytes();
  if (made.length > Number(most)) continue;
  await Bun.write(output, made);
  process.exit(0);
}
process.exit(1);
`;

/**
 * Makes the small picture that is shown in place of one on the local disk, beside it. Throws 415 for what is none, 422
 * `conversion_failed` when it is damaged or asks for too much. Then it leaves no file.
 */
export async function makePreview(taken: Taken, signal: AbortSignal): Promise<Taken> {
  const { extension, mimeType, mostBytes, kind } = FORMS.preview;
  if (formatOf("preview", taken.mimeType) === undefined)
    throw problem(415, "unsupported_media_type", `there are no previews of ${taken.mimeType}`);
  const output = `${taken.path}.${extension}`;
  const numbers = [String(MOST_PIXELS), String(mostBytes), JSON.stringify(ATTEMPTS)];
  try {
    const complaint = await runLimited(
      [process.execPath, "--no-env-file", "-e", PROGRAM, taken.path, output, ...numbers],
      {
        folder: "/",
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
        environment: { BUN_BE_BUN: "1" },
      },
    );
    if (complaint !== null) throw problem(422, "conversion_failed", "the picture can't be made smaller");
    const { size } = await stat(output);
    return { ...taken, kind, mimeType, path: output, size, sha256: await fileHash(output) };
  } catch (cause) {
    await rm(output, { force: true });
    throw cause;
  }
}
