import { rm } from "node:fs/promises";
import { runFfmpeg } from "./ffmpeg.ts";

/** WhatsApp's apps draw so many bars, each from 0 to 100. */
const BARS = 64;
const LOUDEST = 100;
const SAMPLE_BYTES = 2;
/** Bare samples of 16 bits. */
const SAMPLES = ["-map", "0:a:0", "-ac", "1", "-ar", "8000", "-c:a", "pcm_s16le", "-f", "s16le"];

/** How loud a voice message is over its length; null when ffmpeg can't measure it. Leaves no file. */
export async function waveformOf(ffmpeg: string, path: string, signal: AbortSignal): Promise<Buffer | null> {
  const output = `${path}.samples`;
  try {
    const complaint = await runFfmpeg({
      ffmpeg,
      format: "ogg",
      input: path,
      recipe: SAMPLES,
      output,
      signal,
    });
    return complaint === null ? await barsOf(output) : null;
  } finally {
    await rm(output, { force: true });
  }
}

async function barsOf(path: string): Promise<Buffer | null> {
  const file = Bun.file(path);
  const samples = Math.floor(file.size / SAMPLE_BYTES);
  if (samples < BARS) return null;
  const sums = new Float64Array(BARS);
  let at = 0;
  for await (const values of samplesOf(file.stream())) {
    for (const value of values) {
      const bar = Math.min(BARS - 1, Math.floor((at++ * BARS) / samples));
      sums[bar] = (sums[bar] ?? 0) + Math.abs(value);
    }
  }
  const loudest = Math.max(...sums);
  return Buffer.from(sums.map((sum) => (loudest === 0 ? 0 : Math.floor((LOUDEST * sum) / loudest))));
}

/** Samples as they are read; one may lie across two pieces. */
async function* samplesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Int16Array> {
  let rest = Buffer.alloc(0);
  for await (const piece of stream) {
    const bytes = Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % SAMPLE_BYTES);
    rest = bytes.subarray(whole);
    yield Int16Array.from({ length: whole / SAMPLE_BYTES }, (_, index) => bytes.readInt16LE(index * 2));
  }
}
