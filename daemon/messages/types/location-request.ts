import { renderedDraft } from "../../providers/whatsapp-web/encode/rendering.ts";
import { canonicalBody } from "./aliases.ts";
import { answering, strict } from "./fields.ts";
import { Body, interactive } from "./interactive.ts";
import { messageType } from "./message-type.ts";

/** Asks where somebody is, with a button to share it (Meta, "Location request messages"). */
export const locationRequest = messageType({
  type: "location_request",
  schema: strict({ body: Body, ...answering }),
  canonical: canonicalBody,
  addressed: true,
  official: (content) => interactive("location_request_message", content, { name: "send_location" }),
  unofficial: (content) =>
    renderedDraft({
      blocks: [content.body, "📍 Tap the attachment icon and choose Location to share where you are."],
      quote: content.reply_to,
    }),
  examples: [{ body: "Where should the driver pick you up?" }],
});
