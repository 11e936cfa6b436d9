/** Part of a file, both ends inclusive. */
export type ByteRange = { start: number; end: number };

/** Where fetched files are kept. A key names one file for ever, and the file under it is always complete. */
export type MediaStore = {
  /** Moves a finished file from the local disk into the store, under its key. */
  put(key: string, path: string, mimeType: string): Promise<void>;
  /** A file's bytes, or part of them. Null when there is none under the key. */
  open(key: string, range: ByteRange | null): Promise<ReadableStream | Blob | null>;
  remove(key: string): Promise<void>;
};

/** The key of a file. */
export function mediaKey(organizationId: string, id: string): string {
  return `${organizationId}/${id.slice(-2)}/${id}`;
}
