import { Type } from "../../lib/typebox.ts";
import { strict } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { canonicalMedia, mediaFields } from "./media.ts";

const KINDS = "audio(/(aac|amr|mpeg|mp3|mp4|m4a|x-m4a|ogg))?(; ?codecs=opus)?";

/** AAC, AMR, MP3, M4A or OGG (Opus) of at most 16 MB by link; it has no caption (Meta, "Audio messages"). */
export const audio = messageType({
  type: "audio",
  schema: strict({
    ...mediaFields(KINDS, "audio, or audio/ with aac, amr, mpeg, mp4 or ogg"),
    voice: Type.Optional(
      Type.Boolean({
        description:
          "Send as a voice message; a file by its address must be OGG with Opus, an uploaded one is made that",
      }),
    ),
  }),
  canonical: canonicalMedia,
  addressed: true,
  examples: [
    { media_url: "https://example.com/jingle.mp3" },
    { media_url: "https://example.com/greeting.ogg", voice: true },
  ],
});
