/** A ZIP archive that is made as it is read. */
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A file to pack: its bytes are taken when its turn comes. */
export type ZipEntry = {
  name: string;
  changedAt: Date;
  /** Whether packing makes it smaller; pictures and sound are packed already. */
  isText: boolean;
  bytes: AsyncIterable<Uint8Array | string>;
};

/**
 * Packs files one after the other, each only as fast as the archive is read. If reading a file fails, `brokeOff` is called and
 * the stream fails, before the directory at the end without which no program takes the archive for a whole one. When the
 * reader goes away, `gone` is aborted: who looks for the next file stops.
 */
export function zipOf(
  entriesUntil: (gone: AbortSignal) => AsyncIterable<ZipEntry>,
  brokeOff: (cause: unknown) => void,
): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const packing = new Set<Readable>();
  const reader = new AbortController();
  zip.on("error", (cause) => output.destroy(cause));
  pack(zip, entriesUntil(reader.signal), packing, reader.signal).catch((cause) => output.destroy(cause));
  const pieces = output.iterator();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next().catch((cause) => {
        brokeOff(cause);
        throw cause;
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      reader.abort();
      for (const one of packing) one.destroy();
      await pieces.return?.();
    },
  });
}

async function pack(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  packing: Set<Readable>,
  gone: AbortSignal,
): Promise<void> {
  for await (const { name, changedAt, isText, bytes } of entries) {
    gone.throwIfAborted();
    const stream = Readable.from(bytes, { objectMode: false });
    packing.add(stream);
    zip.addReadStream(stream, name, { mtime: changedAt, compress: isText });
    await finished(stream);
    packing.delete(stream);
  }
  zip.end();
}
