import { rm } from "node:fs/promises";
import { type Run, runFfmpeg } from "./ffmpeg.ts";

/** Of all pictures together: a quarter of an hour of 1920 × 1080 pixels, thirty times a second. */
const MOST_PIXELS = 50_000_000_000;
/** Nine hours, thirty times a second. */
const MOST_PICTURES = 1_000_000;
/** A picture that is shown longer than one of a usual video is repeated. */
const PICTURES_A_SECOND = 30;

/** Lists the packets of the pictures without decoding them. */
const LIST = ["-map", "0:v:0", "-c", "copy", "-frames:v", String(MOST_PICTURES), "-f", "framecrc"];

type Listing = { pixels: number; packets: number; seconds: number };

/**
 * Why a moving picture asks for more work than any that people send, by the pixels of all its pictures; null when it
 * does not. Nothing is decoded, and no file is left.
 */
export async function excessOf(files: Omit<Run, "recipe" | "output">): Promise<string | null> {
  const output = `${files.input}.pictures`;
  try {
    const complaint = await runFfmpeg({ ...files, recipe: LIST, output });
    return complaint ?? judge(await readListing(output));
  } finally {
    await rm(output, { force: true });
  }
}

function judge({ pixels, packets, seconds }: Listing): string | null {
  const pictures = Math.max(packets, Math.ceil(seconds * PICTURES_A_SECOND));
  if (pictures < MOST_PICTURES && pictures * pixels <= MOST_PIXELS) return null;
  return `it has too many pictures of too many pixels: ${pictures} of ${pixels}`;
}

/** Reads the list: `#dimensions 0: 640x480`, `#tb 0: 1/100`, then a line for each packet. */
async function readListing(path: string): Promise<Listing> {
  const listing = { pixels: 0, packets: 0, seconds: 0 };
  let unit = 0;
  for await (const line of linesOf(path)) {
    const [, width, height] = /^#dimensions 0: (\d+)x(\d+)/.exec(line) ?? [];
    const [, numerator, denominator] = /^#tb 0: (\d+)\/(\d+)/.exec(line) ?? [];
    if (width !== undefined) listing.pixels = Number(width) * Number(height);
    if (numerator !== undefined) unit = Number(numerator) / Number(denominator);
    if (line === "" || line.startsWith("#")) continue;
    const [, , shownAt, duration] = line.split(",");
    listing.packets++;
    listing.seconds = Math.max(listing.seconds, (Number(shownAt) + Number(duration)) * unit);
  }
  return listing;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of Bun.file(path).stream().pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
