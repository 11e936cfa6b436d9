/** What is in a ZIP archive, read by the library that reads those of others. */
import { text } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** The files of an archive by their names, as text. Rejects where it is damaged or not whole. */
export async function unzipped(archive: Uint8Array): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(archive), { lazyEntries: true, validateEntrySizes: true });
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  return files;
}
