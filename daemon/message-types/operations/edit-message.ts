import { asGiven } from "../aliases.ts";
import { MessageId, strict, words } from "../fields.ts";
import { messageType } from "../message-type.ts";

/** New words for a text or a caption that a paired number sent a short while ago. */
export const editMessage = messageType({
  type: "edit_message",
  schema: strict({ message_id: MessageId, body: words(4096) }),
  canonical: asGiven,
  addressed: false,
  examples: [{ message_id: "3EB0C431C26A1916E07E", body: "We open at 9:30, not at 9:00." }],
});
