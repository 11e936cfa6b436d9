import { type FileHandle, open } from "node:fs/promises";
import { type Box, type Budget, boxAt, boxesIn, bytesAt } from "./boxes.ts";
import { type Measures, NO_MEASURES } from "./measures.ts";

/** A whole file has few boxes where its measures are. */
const MOST_BOXES = 500;

/** Reads how long a video is, and how large its first picture track. Reads headers alone, of boxes that are within the file. */
export async function measureMp4(path: string): Promise<Measures> {
  const file = await open(path);
  try {
    const budget = { boxes: MOST_BOXES };
    const { size } = await file.stat();
    const movie = await boxAt(file, { start: 0, end: size }, ["moov"], budget);
    if (movie === undefined) return NO_MEASURES;
    const inner = await boxesIn(file, movie, budget);
    const header = inner.find(({ type }) => type === "mvhd");
    const duration_seconds = header === undefined ? null : await durationOf(file, header);
    for (const track of inner.filter(({ type }) => type === "trak")) {
      const picture = await pictureOf(file, track, budget);
      if (picture !== null) return { ...picture, duration_seconds };
    }
    return { ...NO_MEASURES, duration_seconds };
  } finally {
    await file.close();
  }
}

async function durationOf(file: FileHandle, box: Box): Promise<number | null> {
  const bytes = await bytesAt(file, box.start, box.end);
  const isLong = bytes.readUInt8(0) === 1;
  const timescale = bytes.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16);
  const isUnknown = duration === (isLong ? Number(2n ** 64n - 1n) : 2 ** 32 - 1);
  return timescale === 0 || isUnknown ? null : duration / timescale;
}

/** Width and height are the last two fields, in 1/65536 of a pixel; a track of sound has none. */
async function pictureOf(file: FileHandle, track: Box, budget: Budget) {
  const header = await boxAt(file, track, ["tkhd"], budget);
  if (header === undefined) return null;
  const bytes = await bytesAt(file, header.start, header.end);
  const at = bytes.readUInt8(0) === 1 ? 88 : 76;
  const [width, height] = [bytes.readUInt32BE(at) >>> 16, bytes.readUInt32BE(at + 4) >>> 16];
  return width === 0 || height === 0 ? null : { width, height };
}
