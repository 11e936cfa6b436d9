import { open } from "node:fs/promises";
import { imageSize } from "image-size";
import { type Measures, NO_MEASURES } from "./measures.ts";
import { measureMp4 } from "./mp4.ts";
import { soundSeconds } from "./sound.ts";

/** A picture's headers are within so many bytes. */
const HEADER_BYTES = 512 * 1024;

/** Reads the headers of a file on the local disk. Nothing is decoded, and nothing of it can make this throw. */
export async function measure(path: string, mimeType: string): Promise<Measures> {
  try {
    if (/^image\/(jpeg|png|webp|gif)$/.test(mimeType)) return await measureImage(path);
    if (/^(video|audio)\/(mp4|3gpp|quicktime)$/.test(mimeType)) return await measureMp4(path);
    if (/^audio\/(mpeg|aac|ogg)$/.test(mimeType))
      return { ...NO_MEASURES, duration_seconds: await soundSeconds(path) };
  } catch {
    // a damaged file has no measures
  }
  return NO_MEASURES;
}

async function measureImage(path: string): Promise<Measures> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const { width, height } = imageSize(buffer.subarray(0, bytesRead));
    return { ...NO_MEASURES, width, height };
  } finally {
    await file.close();
  }
}
