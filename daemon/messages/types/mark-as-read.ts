import { Type } from "@sinclair/typebox";
import { asGiven, messageType } from "./message-type.ts";

/** Marks a received message as read, and shows "typing" on request ("Mark messages as read"). */
export const markAsRead = messageType({
  type: "mark_as_read",
  schema: Type.Object(
    {
      message_id: Type.String({ minLength: 1, maxLength: 512, description: "Provider message id" }),
      typing_indicator: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  canonical: asGiven,
  addressed: false,
  official: (content) => ({
    status: "read",
    message_id: content.message_id,
    ...(content.typing_indicator === true ? { typing_indicator: { type: "text" } } : {}),
  }),
  examples: [{ message_id: "wamid.HBgLMTU1NTAwMDAwMDE", typing_indicator: true }],
});
