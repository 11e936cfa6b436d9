import type { FileHandle } from "node:fs/promises";

/**
 * Writes all of some bytes behind what was written before. On a disk that is nearly full, a single write stores as many
 * as there is room for and says nothing of the others; only the next one fails. Rejects with the error of that one.
 */
export async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0; ) {
    const { bytesWritten } = await file.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}
