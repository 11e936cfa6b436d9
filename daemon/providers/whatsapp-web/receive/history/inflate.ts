import { pipeline } from "node:stream/promises";
import { createInflate } from "node:zlib";
import { createTidier } from "../../../../lib/tidier.ts";
import type { Compressed } from "./source.ts";
import { BrokenMessage, type Walker } from "./walk.ts";

/** A history has no more bytes than these, uncompressed: more than any phone has sent. */
const MOST_BYTES = 1024 ** 3;
/** Bytes that pass between two garbage collections: fewer cost time, more cost memory. */
const TIDIED_BYTES = 8 * 1024 ** 2;
const CHUNK_BYTES = 16 * 1024;
/** Not many records fit in these. */
const PIECE_BYTES = 4096;

/** How many bytes there were, uncompressed, and why it was not read to its end; null when it was. */
export type Inflated = { bytes: number; damage: string | null };

/**
 * Walks through a part of a history as it is inflated, and awaits `between` after each piece, so that neither memory nor
 * pauses grow with it. Resolves at its end or at damage; rejects when `between` does.
 */
export async function walkInflated(
  compressed: Compressed,
  walker: Walker,
  between: () => Promise<void>,
): Promise<Inflated> {
  const tidy = createTidier(TIDIED_BYTES);
  let bytes = 0;

  async function readChunks(inflated: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of inflated) {
      bytes += chunk.length;
      tidy(chunk.length);
      if (bytes > MOST_BYTES) throw new BrokenMessage(`it has more than ${MOST_BYTES} bytes`);
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        walker.push(chunk.subarray(at, at + PIECE_BYTES));
        await between();
      }
    }
    walker.end();
  }

  try {
    await pipeline(compressed, createInflate({ chunkSize: CHUNK_BYTES }), readChunks);
    return { bytes, damage: null };
  } catch (cause) {
    const damage = damageOf(cause);
    if (damage === null) throw cause;
    return { bytes, damage };
  }
}

/** The damage of the bytes; null when something else failed. */
function damageOf(cause: unknown): string | null {
  if (cause instanceof BrokenMessage) return cause.message;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code.startsWith("Z_") ? `it can't be inflated (${code})` : null;
}
