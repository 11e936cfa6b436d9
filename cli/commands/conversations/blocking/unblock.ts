import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { conversationDetails } from "../columns.ts";

export const unblock = command({
  path: "conversations unblock",
  summary: "Unblock the person of a conversation",
  description: "Unblock the person of a conversation on its number.",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Conversation with the person" } },
  writes: true,
  examples: [
    {
      description: "Hear from them again",
      command: "waypost conversations unblock cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/conversations/{id}/unblock", { path }, conversationDetails),
});
