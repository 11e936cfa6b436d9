import { momentOf } from "../../moment.ts";
import type { Revision } from "../../revision.ts";
import { readContent } from "./content.ts";
import { identities } from "./identities.ts";
import { type Json, object, text } from "./values.ts";

/** `edit` and `revoke`: a message that was changed or taken back by its author. */
export function readRevision(providerMessageId: string, type: "edit" | "revoke", message: Json): Revision[] {
  const body = object(message[type]);
  const originalId = text(body.original_message_id);
  const edited = object(body.message);
  const editedType = text(edited.type);
  if (originalId === null || (type === "edit" && editedType === null)) return [];
  const content = editedType === null ? null : readContent(editedType, edited).content;
  const at = momentOf(message.timestamp);
  const [person] = identities(message.from, message.from_user_id);
  return [
    {
      ...{ kind: "revision", providerMessageId, originalId, content: type === "edit" ? content : null, at },
      ...(person === undefined ? {} : { person }),
    },
  ];
}
