import type { Queryable } from "../../../db/connection/client.ts";
import { findFileToSend } from "../../../db/media/forms.ts";
import type { FileToUpload } from "../../providers/file-to-upload.ts";
import { type MediaStore, mediaKey } from "../stores/store.ts";
import { UNKNOWN_TYPE } from "../types.ts";

/** Opens a file that an organisation uploaded, or a form of one, to hand it on as it is read; null when it is not there. */
export async function openUploadedFile(
  { sql, store }: { sql: Queryable; store: MediaStore },
  organizationId: string,
  id: string,
): Promise<FileToUpload | null> {
  const row = await findFileToSend(sql, organizationId, id);
  const bytes = row === null ? null : await store.open(mediaKey(organizationId, id), null);
  if (row === null || bytes === null) return null;
  return {
    bytes: bytes instanceof Blob ? bytes.stream() : bytes,
    size: Number(row.size),
    mimeType: row.mime_type ?? UNKNOWN_TYPE,
    fileName: row.file_name ?? id,
  };
}
