import { Type } from "../../lib/typebox.ts";
import { rename } from "../aliases.ts";
import { MediaUrl, replyFields, words } from "../fields.ts";

/**
 * The fields that image, video, audio and document share. `kinds` is the
 * pattern of a `media_type`, which only repeats what the message's type says;
 * `file_name` is shown with documents and kept with the others. The lengths are
 * those of Meta's pages "Image messages", "Document messages" and their like;
 * how many bytes a file may have is checked when it is fetched.
 */
export function mediaFields(kinds: string, description: string) {
  return {
    media_url: MediaUrl,
    media_type: Type.Optional(Type.String({ maxLength: 128, pattern: `^(${kinds})$`, description })),
    file_name: Type.Optional(words(240, "Shown in the chat")),
    ...replyFields,
  };
}

/** Aliases shared by image, video, audio and document. */
export function canonicalMedia(content: Record<string, unknown>): Record<string, unknown> {
  const located = rename(content, "media_url", ["media", "url"]);
  const typed = rename(located, "media_type", ["mediaType", "type", "mediatype"]);
  return rename(typed, "file_name", ["fileName"]);
}
