import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { parseStream } from "music-metadata";

/** Several times what it takes for the largest file that may be sent. */
const PATIENCE_MS = 3000;
/** Frames of some bytes each are read for as long as these last, in milliseconds; then others have their turn. */
const CHUNK_BYTES = 8192;

/**
 * The length of a recording in seconds; null when its headers do not give it, or are too many to read in time. Nothing
 * is read any more once it has resolved.
 */
export async function soundSeconds(path: string, mimeType: string): Promise<number | null> {
  const { size } = await stat(path);
  const bytes = Readable.from(chunksOf(path, Date.now() + PATIENCE_MS), { objectMode: false });
  try {
    const options = { duration: true, skipCovers: true, skipPostHeaders: true };
    const { format } = await parseStream(bytes, { mimeType, size }, options);
    return format.duration ?? null;
  } catch {
    return null;
  } finally {
    bytes.destroy();
  }
}

async function* chunksOf(path: string, endsAt: number): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    if (Date.now() > endsAt) throw new Error("too many frames");
    yield chunk;
    await setImmediate();
  }
}
