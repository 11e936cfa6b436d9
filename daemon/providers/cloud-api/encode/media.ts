import { type Content, replyContext } from "./content.ts";

/** Files by link. */

export function image(content: Content<"image">): Record<string, unknown> {
  return {
    type: "image",
    image: { link: content.media_url, caption: content.caption },
    ...replyContext(content),
  };
}

export function video(content: Content<"video">): Record<string, unknown> {
  return {
    type: "video",
    video: { link: content.media_url, caption: content.caption },
    ...replyContext(content),
  };
}

export function audio(content: Content<"audio">): Record<string, unknown> {
  return {
    type: "audio",
    audio: { link: content.media_url, voice: content.voice === true ? true : undefined },
    ...replyContext(content),
  };
}

export function document(content: Content<"document">): Record<string, unknown> {
  return {
    type: "document",
    document: { link: content.media_url, caption: content.caption, filename: content.file_name },
    ...replyContext(content),
  };
}

export function sticker(content: Content<"sticker">): Record<string, unknown> {
  return { type: "sticker", sticker: { link: content.media_url }, ...replyContext(content) };
}
