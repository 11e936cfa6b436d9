import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { conversationDetails } from "../columns.ts";

export const archiveConversation = command({
  path: "conversations archive",
  summary: "Archive a conversation",
  description:
    "Take a conversation out of the inbox's way; on a paired number, its phone archives the chat, too. `conversations list --archived yes` shows what is archived.",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Conversation to archive" } },
  writes: true,
  examples: [
    {
      description: "Out of the way",
      command: "waypost conversations archive cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/conversations/{id}/archive", { path }, conversationDetails),
});
