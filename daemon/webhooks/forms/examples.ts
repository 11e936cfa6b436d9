import { type MessageRecord, MessageSchema } from "../../messages/record.ts";
import type { EventContact, EventFile } from "./form.ts";
import { included, POSTABLES } from "./include.ts";

const [MESSAGE = null] = MessageSchema.examples as MessageRecord[];

const CONTACT: EventContact = {
  id: MESSAGE?.contact_id ?? "",
  name: "Ada Lovelace",
  phone_number: "+14155550123",
  user_id: null,
  username: null,
};

const FILE: EventFile = {
  media_id: "med_01JDB2M5S8V0ZC3K7Q2M4N6P93",
  mime_type: "text/plain",
  filename: "menu.txt",
  size: 11,
  download_url: "https://example.com/v1/media/med_01JDB2M5S8V0ZC3K7Q2M4N6P93/download?until=1795253400",
  pending_since: null,
  data: btoa("tomato soup"),
};

/** The records of test events, which name none that there are. */
export const EXAMPLES = { message: MESSAGE, contact: CONTACT, files: [] };

/** The same, of a message with a file. */
export const EXAMPLES_WITH_FILE = {
  message: MESSAGE && {
    ...MESSAGE,
    ...{ type: "document", text: "menu.txt" },
    content: { media_id: FILE.media_id, mime_type: "text/plain", file_name: "menu.txt" },
  },
  contact: CONTACT,
  files: [FILE],
};

/** What an event that names a message has beside its own fields, where its endpoint includes all that there is. */
export function exampleIncluded(): Record<string, unknown> {
  const messageId = MESSAGE?.id ?? "";
  const text = included(
    JSON.stringify({ message_id: messageId }),
    { messageId },
    POSTABLES,
    EXAMPLES_WITH_FILE,
  );
  const { message_id: _, ...records } = JSON.parse(text);
  return records;
}
