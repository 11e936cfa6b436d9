/** A file on its way to a platform. */
export type FileToUpload = {
  bytes: AsyncIterable<Uint8Array>;
  size: number;
  mimeType: string;
  fileName: string;
};
