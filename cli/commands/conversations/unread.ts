import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { conversationDetails } from "./columns.ts";

export const unreadConversation = command({
  path: "conversations unread",
  summary: "Mark a conversation as unread",
  description:
    "Mark the person's last message as unread again, for you if you are logged in, otherwise for all API keys together.",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Conversation to mark" } },
  options: {},
  writes: true,
  examples: [{ description: "Later", command: "waypost conversations unread cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T" }],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/conversations/{id}/unread", { path }, conversationDetails),
});
