import type { MediaStore } from "../media/store.ts";

/** A file that a message shows, as its recipient has it. */
export type ShownFile = { sha256: string; mime_type: string; size: number };

/** The uploaded files that a content names, in their order. */
export function filesOf(media: MediaStore, content: unknown): ShownFile[] {
  const parts: unknown[] = [content];
  const files: ShownFile[] = [];
  // grows as it is walked
  for (const part of parts) {
    if (typeof part !== "object" || part === null) continue;
    for (const [key, value] of Object.entries(part)) {
      const file = key === "id" && typeof value === "string" ? media.get(value) : undefined;
      if (file === undefined) parts.push(value);
      else files.push({ sha256: file.sha256, mime_type: file.mimeType, size: file.bytes.length });
    }
  }
  return files;
}
