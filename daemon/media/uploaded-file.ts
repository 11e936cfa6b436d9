import type { Queryable } from "../../db/connection/client.ts";
import { findUploads } from "../../db/media/uploads.ts";
import { tidied } from "../lib/tidier.ts";
import type { FileToUpload } from "../providers/file-to-upload.ts";
import { type MediaStore, mediaKey } from "./store.ts";
import { UNKNOWN_TYPE } from "./types.ts";

/** Opens a file that an organisation uploaded, to hand it on as it is read; null when it is not there. */
export async function openUploadedFile(
  { sql, store }: { sql: Queryable; store: MediaStore },
  organizationId: string,
  id: string,
): Promise<FileToUpload | null> {
  const [row] = await findUploads(sql, organizationId, [id]);
  const bytes = row === undefined ? null : await store.open(mediaKey(organizationId, id), null);
  if (row === undefined || bytes === null) return null;
  return {
    bytes: tidied(bytes instanceof Blob ? bytes.stream() : bytes),
    size: Number(row.size),
    mimeType: row.mime_type ?? UNKNOWN_TYPE,
    fileName: row.file_name ?? id,
  };
}
