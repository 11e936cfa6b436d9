import type { FileHandle } from "node:fs/promises";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { damaged, unreadable } from "./damaged.ts";

const MOST_ENTRIES = 10_000;
/** The most that one entry may unpack to. */
const MOST_UNPACKED_BYTES = 2 * 1024 ** 3;
/** Sheets unpack to ten to fifty times their size; what is made to unpack to far more is refused. */
const MOST_RATIO = 200;
/** Up to so many bytes the ratio is no sign of a bomb: a sheet with only empty rows is small. */
const HARMLESS_BYTES = 16 * 1024 * 1024;

/** The entries of a ZIP archive, unpacked as they are read and never to a file. */
export type Archive = {
  has(name: string): boolean;
  /** The bytes of an entry. Rejects with 422 for one that is not there, damaged, encrypted, or unpacks to too much. */
  read(name: string): AsyncGenerator<Uint8Array>;
};

/** Opens a ZIP archive. The file stays the caller's, to be closed after the archive was read. Rejects with 422. */
export async function openArchive(file: FileHandle): Promise<Archive> {
  const zip = await opened(file);
  const entries = await entriesOf(zip);
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw unreadable(`the spreadsheet is damaged: it has no ${name}`);
      refuseLarge(entry);
      try {
        yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>;
      } catch (cause) {
        throw damaged(cause);
      }
    },
  };
}

async function opened(file: FileHandle): Promise<ZipFile> {
  try {
    return await fromFdPromise(file.fd, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  } catch (cause) {
    throw damaged(cause);
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw unreadable(`the spreadsheet has more than ${MOST_ENTRIES} parts`);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    return entries;
  } catch (cause) {
    throw damaged(cause);
  }
}

/** An entry is never unpacked beyond the size that it claims. */
function refuseLarge(entry: Entry): void {
  if (entry.isEncrypted()) throw unreadable("the spreadsheet has a password; save it without");
  const { uncompressedSize, compressedSize } = entry;
  const isBomb = uncompressedSize > HARMLESS_BYTES && uncompressedSize > compressedSize * MOST_RATIO;
  if (uncompressedSize <= MOST_UNPACKED_BYTES && !isBomb) return;
  throw unreadable(`a sheet that unpacks to ${uncompressedSize} bytes is too large; save it as CSV`);
}
