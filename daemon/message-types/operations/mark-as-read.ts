import { Type } from "../../lib/typebox.ts";
import { asGiven } from "../aliases.ts";
import { MessageId, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";

/** Marks a received message as read, and shows "typing" on request (Meta, "Mark messages as read"). */
export const markAsRead = messageType({
  type: "mark_as_read",
  schema: strict({
    message_id: MessageId,
    typing_indicator: Type.Optional(Type.Boolean({ description: "Also show that a reply is being written" })),
  }),
  canonical: asGiven,
  addressed: false,
  examples: [{ message_id: "wamid.HBgLMTU1NTAwMDAwMDE", typing_indicator: true }],
});
