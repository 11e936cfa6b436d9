import { rename } from "./message-type.ts";

/**
 * Aliases shared by image, video, audio and document. `media_type` only
 * repeats the message's own type, so it is taken and dropped.
 */
export function canonicalMedia(content: Record<string, unknown>): Record<string, unknown> {
  const named = rename(rename(content, "media_url", ["media", "url"]), "media_type", [
    "mediaType",
    "type",
    "mediatype",
  ]);
  const { media_type, ...rest } = rename(named, "file_name", ["fileName"]);
  return media_type === undefined || typeof media_type === "string" ? rest : { ...rest, media_type };
}
