import type { Writable } from "node:stream";
import { createTidier } from "./tidier.ts";

const MEBIBYTE = 1024 * 1024;

/**
 * Passes bytes on as they come, and frees the memory of each chunk as soon as the next one is requested, when nobody
 * may hold on to it. Garbage collection instead would stop the whole daemon, for a quarter of the time that a large
 * file takes.
 */
export async function* released(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const tidy = createTidier(16 * MEBIBYTE);
  for await (const chunk of bytes) {
    yield chunk;
    release(chunk, tidy);
  }
}

/**
 * Writes bytes as they come and ends; the memory of each chunk is given back once it has been written. Rejects when the
 * bytes, or what they are written to, come to an early end.
 */
export async function writeReleased(bytes: AsyncIterable<Uint8Array>, to: Writable): Promise<void> {
  const { promise: closed, reject } = Promise.withResolvers<never>();
  closed.catch(() => {});
  to.once("close", () => reject(new Error("what was written to has closed")));
  try {
    for await (const chunk of released(bytes)) await Promise.race([written(to, chunk), closed]);
    to.end();
  } catch (cause) {
    to.destroy(cause instanceof Error ? cause : new Error(String(cause)));
    throw cause;
  }
}

/** Resolves when a chunk has been written, after which its memory may be used for something else (Node.js, `write`). */
function written(to: Writable, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    to.write(chunk, (cause) => (cause ? reject(cause) : resolve()));
  });
}

/** Only moving it elsewhere frees memory before it is collected; what shares its memory with others has to be. */
function release({ buffer, length }: Uint8Array, tidy: (bytes: number) => void): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
  else tidy(length);
}
