import { type Content, mentionsOf, quoteOf } from "./content.ts";
import type { Draft, DraftFile } from "./draft.ts";

/** Files by link. */

export function image(content: Content<"image">): Draft {
  return shown(fileOf("image", content), content);
}

export function video(content: Content<"video">): Draft {
  return shown(fileOf("video", content), content);
}

export function audio(content: Content<"audio">): Draft {
  return shown({ ...fileOf("audio", content), voice: content.voice === true }, content);
}

export function document(content: Content<"document">): Draft {
  return shown(fileOf("document", content), content);
}

export function sticker(content: Content<"sticker">): Draft {
  return shown({ kind: "sticker", url: content.media_url }, content);
}

function shown(
  file: DraftFile,
  content: Parameters<typeof quoteOf>[0] & Parameters<typeof mentionsOf>[0],
): Draft {
  return { do: "send", content: { show: "file", file }, ...mentionsOf(content), ...quoteOf(content) };
}

type Named = { media_url: string; media_type?: string; file_name?: string; caption?: string };

function fileOf(kind: DraftFile["kind"], content: Named): DraftFile {
  const { media_url, media_type, file_name, caption } = content;
  const mimeType = media_type?.includes("/") ? media_type : undefined;
  return { kind, url: media_url, caption, fileName: file_name, mimeType };
}
