import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { conversationDetails } from "../columns.ts";

export const unarchiveConversation = command({
  path: "conversations unarchive",
  summary: "Take a conversation out of the archive",
  description: "Have a conversation in the inbox again; on a paired number, on its phone, too.",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Archived conversation" } },
  writes: true,
  examples: [
    {
      description: "In the inbox again",
      command: "waypost conversations unarchive cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/conversations/{id}/unarchive", { path }, conversationDetails),
});
