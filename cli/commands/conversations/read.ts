import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { conversationDetails } from "./columns.ts";

export const readConversation = command({
  path: "conversations read",
  summary: "Mark a conversation as read",
  description:
    "Mark a conversation as read, for you if you are logged in, otherwise for all API keys together. The person doesn't see it; to send them a read receipt, use `send --type mark_as_read`.",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Conversation to mark" } },
  options: {
    message: {
      value: "id",
      of: "messages",
      description: "Newest message that was seen; later ones stay unread",
    },
  },
  writes: true,
  examples: [
    { description: "All of it", command: "waypost conversations read cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
  ],
  run: ({ cli, arguments: path, options: { message } }) => {
    const body = given({ message_id: message });
    return change(cli, "POST /v1/conversations/{id}/read", { path, body }, conversationDetails);
  },
});
