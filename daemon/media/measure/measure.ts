import { open } from "node:fs/promises";
import { GIF } from "image-size/types/gif";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";
import { type Measures, NO_MEASURES } from "./measures.ts";
import { measureMp4 } from "./mp4.ts";
import { soundSeconds } from "./sound.ts";

/** A picture's headers are within so many bytes. */
const HEADER_BYTES = 512 * 1024;
/** From this EXIF orientation on, a picture is shown lying on its side. */
const QUARTER_TURN = 5;
/** More than any picture or recording has; what says so is damaged. */
const MOST = 2 ** 31 - 1;

/** Each reads the pictures of its type alone, and not what else the bytes could be taken for. */
const READERS = new Map([
  ["image/jpeg", JPG],
  ["image/png", PNG],
  ["image/webp", WEBP],
  ["image/gif", GIF],
]);

/** Reads the headers of a file on the local disk. Nothing is decoded, and nothing of it can make this throw. */
export async function measure(path: string, mimeType: string): Promise<Measures> {
  try {
    const { width, height, duration_seconds: seconds } = await read(path, mimeType);
    return {
      width: isPossible(width) && Number.isInteger(width) ? width : null,
      height: isPossible(height) && Number.isInteger(height) ? height : null,
      duration_seconds: isPossible(seconds) ? seconds : null,
    };
  } catch {
    // a damaged file has no measures
    return NO_MEASURES;
  }
}

async function read(path: string, mimeType: string): Promise<Measures> {
  const reader = READERS.get(mimeType);
  if (reader !== undefined) return await measureImage(path, reader);
  if (/^(video|audio)\/(mp4|3gpp|quicktime)$/.test(mimeType)) return await measureMp4(path);
  if (!/^audio\/(mpeg|aac|ogg)$/.test(mimeType)) return NO_MEASURES;
  return { ...NO_MEASURES, duration_seconds: await soundSeconds(path, mimeType) };
}

function isPossible(measure: number | null): measure is number {
  return measure !== null && measure >= 0 && measure <= MOST;
}

async function measureImage(path: string, { validate, calculate }: typeof PNG): Promise<Measures> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const header = buffer.subarray(0, bytesRead);
    if (!validate(header)) return NO_MEASURES;
    const { width, height, orientation = 1 } = calculate(header);
    const isTurned = orientation >= QUARTER_TURN;
    return { ...NO_MEASURES, ...(isTurned ? { width: height, height: width } : { width, height }) };
  } finally {
    await file.close();
  }
}
