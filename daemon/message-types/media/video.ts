import { Type } from "../../lib/typebox.ts";
import { Caption, mentionFields, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { canonicalMedia, mediaFields } from "./media.ts";

/** An MP4 or 3GPP (H.264 with AAC) of at most 16 MB by link (Meta, "Video messages"). */
export const video = messageType({
  type: "video",
  schema: strict({
    ...mediaFields("video(/(mp4|3gpp))?", "video, video/mp4 or video/3gpp"),
    caption: Type.Optional(Caption),
    ...mentionFields,
  }),
  canonical: canonicalMedia,
  addressed: true,
  examples: [{ media_url: "https://example.com/tour.mp4", caption: "A walk through the flat" }],
});
