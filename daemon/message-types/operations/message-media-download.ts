import { asGiven } from "../aliases.ts";
import { MessageId, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";

/** Fetches the file of a message of a paired number again. */
export const messageMediaDownload = messageType({
  type: "message_media_download",
  schema: strict({ message_id: MessageId }),
  canonical: asGiven,
  addressed: false,
  examples: [{ message_id: "3EB0C431C26A1916E07E" }],
});
