import { createHash, randomBytes } from "node:crypto";
import { newObjectId } from "../http/ids.ts";
import type { MediaKind } from "./limits.ts";

export type Media = {
  id: string;
  phoneId: string;
  kind: MediaKind;
  mimeType: string;
  sha256: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** When it was uploaded, in milliseconds since 1970. */
  at: number;
};

/** An upload in pieces, whose end is a handle: an example of a template's header. */
export type ResumableUpload = {
  id: string;
  length: number;
  offset: number;
  mimeType: string;
  pieces: Uint8Array<ArrayBuffer>[];
  /** The file, once it is whole. */
  mediaId: string | null;
};

export type MediaStore = ReturnType<typeof createMediaStore>;

/** Uploads are kept in memory up to this many bytes in all; the oldest make room. */
const MOST_BYTES = 268_435_456;
/** A media URL is good for five minutes (Meta, "Media": retrieve media URL). */
const URL_LIFE_MS = 300_000;
/** An uploaded file is good for 30 days (Meta, "Media"). */
const FILE_LIFE_MS = 30 * 86_400_000;

export function createMediaStore() {
  const files = new Map<string, Media>();
  const links = new Map<string, { id: string; until: number }>();
  let held = 0;

  function remove(id: string): boolean {
    held -= files.get(id)?.bytes.length ?? 0;
    return files.delete(id);
  }

  function get(id: string): Media | undefined {
    const file = files.get(id);
    return file === undefined || Date.now() - file.at > FILE_LIFE_MS ? undefined : file;
  }

  function forgetOldLinks(): void {
    for (const [token, { until }] of links) if (until < Date.now()) links.delete(token);
  }

  return {
    remove,
    get,
    add(file: Omit<Media, "id" | "sha256" | "at">): Media {
      const sha256 = createHash("sha256").update(file.bytes).digest("hex");
      const media = { ...file, id: newObjectId(), sha256, at: Date.now() };
      files.set(media.id, media);
      held += media.bytes.length;
      for (const id of files.keys()) {
        if (held <= MOST_BYTES) break;
        remove(id);
      }
      return media;
    },
    /** A new token for downloading the file. */
    link(id: string): string {
      forgetOldLinks();
      const token = randomBytes(16).toString("hex");
      links.set(token, { id, until: Date.now() + URL_LIFE_MS });
      return token;
    },
    byLink(token: string): Media | undefined {
      const link = links.get(token);
      return link === undefined || link.until < Date.now() ? undefined : get(link.id);
    },
    clear(): void {
      files.clear();
      links.clear();
      held = 0;
    },
  };
}
