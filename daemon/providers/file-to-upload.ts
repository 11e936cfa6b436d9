/** A file on its way to a platform. Who sends it may free the memory of each chunk that has been sent. */
export type FileToUpload = {
  bytes: AsyncIterable<Uint8Array>;
  size: number;
  mimeType: string;
  fileName: string;
};
