import { Type } from "../../lib/typebox.ts";
import { asGiven } from "../aliases.ts";
import { refuse } from "../checks.ts";
import { MessageId, Participant, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";

/** Takes a message back for everyone; somebody else's only as an admin of a group. */
export const deleteMessage = messageType({
  type: "delete_message",
  schema: strict({
    message_id: MessageId,
    from_me: Type.Optional(Type.Boolean({ default: true, description: "Whether we sent the message" })),
    participant: Type.Optional(Participant),
  }),
  canonical: asGiven,
  check(content) {
    if (content.from_me === false && content.participant === undefined) {
      refuse(
        "/participant",
        "required when from_me is false: others' messages can be deleted in groups alone",
      );
    }
  },
  addressed: false,
  examples: [{ message_id: "3EB0C431C26A1916E07E" }],
});
