import { mkdir, readFile, rm } from "node:fs/promises";
import type { EgressGuard } from "../egress/guard.ts";
import { FileRefused, type WebFiles } from "../providers/unofficial/records.ts";
import { download } from "./download.ts";
import { MediaFailure } from "./media-error.ts";
import { typeOfFile } from "./recognise.ts";

const MEGABYTE = 1024 * 1024;

type Kind = Parameters<WebFiles["fetch"]>[0]["kind"];

/** What each kind of message may hold, and how large (Meta, "Media": supported media types). */
const ALLOWED: Record<Kind, { types: RegExp; mostBytes: number; named: string }> = {
  image: { types: /^image\/(jpeg|png)$/, mostBytes: 5 * MEGABYTE, named: "a JPEG or PNG" },
  video: { types: /^video\/(mp4|3gpp)$/, mostBytes: 16 * MEGABYTE, named: "an MP4 or 3GPP" },
  audio: {
    types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/,
    mostBytes: 16 * MEGABYTE,
    named: "AAC, AMR, MP3, M4A or OGG",
  },
  sticker: { types: /^image\/webp$/, mostBytes: 500 * 1024, named: "a WebP" },
  document: { types: /./, mostBytes: 100 * MEGABYTE, named: "a file" },
};

/** Fetches files that are to be sent: through the guard, within the limits of their kind. */
export function createOutgoingFiles(guard: EgressGuard, folder: string): WebFiles["fetch"] {
  return async ({ kind, url, mimeType }, signal) => {
    const path = `${folder}/outgoing.${crypto.randomUUID()}`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const location = { url, headers: {}, mimeType: null, sha256: null, size: null };
      const { mostBytes, types, named } = ALLOWED[kind];
      await download(location, { guard, path, mimeType: "application/octet-stream", signal, mostBytes });
      const bytes = await readFile(path);
      const found = typeOfFile(bytes, kind, mimeType ?? null, url);
      if (types.test(found)) return { bytes, mimeType: found };
      throw new MediaFailure("media_wrong_type", `the file is not ${named} but of type ${found}`, false);
    } catch (cause) {
      throw new FileRefused(asFailure(cause).shown());
    } finally {
      await rm(path, { force: true });
    }
  };
}

function asFailure(cause: unknown): MediaFailure {
  if (cause instanceof MediaFailure) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new MediaFailure("media_unavailable", `the file could not be fetched (${reason})`, true);
}
