import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { conversationDetails } from "../columns.ts";

export const blockConversation = command({
  path: "conversations block",
  summary: "Block the person of a conversation",
  description:
    "Block the person of a conversation on its number: they can't write to it, nor it to them. On an official number they must have written in the last 24 hours.",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Conversation with the person" } },
  writes: true,
  examples: [
    {
      description: "Nothing more from them",
      command: "waypost conversations block cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/conversations/{id}/block", { path }, conversationDetails),
});
