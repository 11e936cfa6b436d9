import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { conversationDetails } from "./columns.ts";

export const getConversation = command({
  path: "conversations get",
  summary: "Show one conversation",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Conversation to show" } },
  examples: [
    {
      description: "The end of its service window",
      command: "waypost conversations get cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq -r .service_window_until",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/conversations/{id}", { path }, conversationDetails),
});
