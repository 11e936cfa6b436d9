import { pipeline } from "node:stream/promises";
import { createInflate } from "node:zlib";
import { createTidier } from "../../../../lib/tidier.ts";
import type { Library } from "../../library/library.ts";
import { createDigest, type Learnt } from "./digest.ts";
import { HISTORY } from "./shapes.ts";
import type { Compressed } from "./source.ts";
import { BrokenMessage, createWalker } from "./walk.ts";

/** The result of reading. */
export type HistoryRead = {
  /** Of the history, uncompressed. */
  bytes: number;
  people: number;
  /** Records that could not be read, and were passed over. */
  broken: number;
  /** Why it was not read to its end; null when it was. */
  damage: string | null;
};

/** The number of people and pairs that are stored together: other work must not wait for thousands. */
const AT_ONCE = 200;
/** A history has no more bytes than these, uncompressed: more than any phone has sent. */
const MOST_BYTES = 1024 ** 3;
/** Bytes that pass between two garbage collections: fewer cost time, more cost memory. */
const TIDIED_BYTES = 8 * 1024 ** 2;
const CHUNK_BYTES = 16 * 1024;
/** Not many people fit in these. */
const PIECE_BYTES = 4096;

/**
 * Reads a part of the history as it is inflated and hands on a few people at a time, so that neither memory nor pauses
 * grow with it. What was read before damage counts. Rejects when `store` does.
 */
export async function readHistory(
  library: Library,
  compressed: Compressed,
  store: (learnt: Learnt) => Promise<void>,
): Promise<HistoryRead> {
  const tidy = createTidier(TIDIED_BYTES);
  const digest = createDigest(library);
  const walker = createWalker(HISTORY, digest.add);
  const read: HistoryRead = { bytes: 0, people: 0, broken: 0, damage: null };

  async function storeDigest(): Promise<void> {
    const learnt = digest.take();
    await store(learnt);
    read.people += learnt.people.length;
  }

  async function readChunks(inflated: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of inflated) {
      read.bytes += chunk.length;
      tidy(chunk.length);
      if (read.bytes > MOST_BYTES) throw new BrokenMessage(`it has more than ${MOST_BYTES} bytes`);
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        walker.push(chunk.subarray(at, at + PIECE_BYTES));
        if (digest.size() >= AT_ONCE) await storeDigest();
      }
    }
    walker.end();
  }

  try {
    await pipeline(compressed, createInflate({ chunkSize: CHUNK_BYTES }), readChunks);
  } catch (cause) {
    read.damage = damageOf(cause);
    if (read.damage === null) throw cause;
  }
  await storeDigest();
  return { ...read, broken: digest.broken() };
}

/** The damage of the bytes; null when something else failed. */
function damageOf(cause: unknown): string | null {
  if (cause instanceof BrokenMessage) return cause.message;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code.startsWith("Z_") ? `it can't be inflated (${code})` : null;
}
