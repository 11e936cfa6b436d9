import { Type } from "@sinclair/typebox";
import { quoted, quoting, strict } from "./fields.ts";
import { canonicalMedia, fileOf, mediaFields } from "./media.ts";
import { messageType } from "./message-type.ts";

const KINDS = "audio(/(aac|amr|mpeg|mp3|mp4|m4a|x-m4a|ogg))?(; ?codecs=opus)?";

/** AAC, AMR, MP3, M4A or OGG (Opus) of at most 16 MB by link; it has no caption (Meta, "Audio messages"). */
export const audio = messageType({
  type: "audio",
  schema: strict({
    ...mediaFields(KINDS, "audio, or audio/ with aac, amr, mpeg, mp4 or ogg"),
    voice: Type.Optional(Type.Boolean({ description: "A voice message; the file must be OGG with Opus" })),
  }),
  canonical: canonicalMedia,
  addressed: true,
  official: (content) => ({
    type: "audio",
    audio: { link: content.media_url, voice: content.voice === true ? true : undefined },
    ...quoting(content),
  }),
  unofficial: (content) => ({
    do: "send",
    content: { show: "file", file: { ...fileOf("audio", content), voice: content.voice === true } },
    ...quoted(content),
  }),
  examples: [
    { media_url: "https://example.com/jingle.mp3" },
    { media_url: "https://example.com/greeting.ogg", voice: true },
  ],
});
