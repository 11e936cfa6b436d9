import { type Content, quoting } from "./content.ts";

/** Files by link. */

export function image(content: Content<"image">): Record<string, unknown> {
  return {
    type: "image",
    image: { link: content.media_url, caption: content.caption },
    ...quoting(content),
  };
}

export function video(content: Content<"video">): Record<string, unknown> {
  return {
    type: "video",
    video: { link: content.media_url, caption: content.caption },
    ...quoting(content),
  };
}

export function audio(content: Content<"audio">): Record<string, unknown> {
  return {
    type: "audio",
    audio: { link: content.media_url, voice: content.voice === true ? true : undefined },
    ...quoting(content),
  };
}

export function document(content: Content<"document">): Record<string, unknown> {
  return {
    type: "document",
    document: { link: content.media_url, caption: content.caption, filename: content.file_name },
    ...quoting(content),
  };
}

export function sticker(content: Content<"sticker">): Record<string, unknown> {
  return { type: "sticker", sticker: { link: content.media_url }, ...quoting(content) };
}
