import { asGiven } from "../aliases.ts";
import { MessageId, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";

/** Requests the status of a message of a paired number; `message_id` is ours or the provider's. */
export const messageStatusQuery = messageType({
  type: "message_status_query",
  schema: strict({ message_id: MessageId }),
  canonical: asGiven,
  addressed: false,
  examples: [{ message_id: "3EB0C431C26A1916E07E" }],
});
