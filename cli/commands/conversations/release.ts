import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { conversationDetails } from "./columns.ts";

export const releaseConversation = command({
  path: "conversations release",
  summary: "Release a conversation that somebody holds",
  description:
    "Release a conversation that you or somebody else holds: bots answer again, and what waited goes.",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Conversation to release" } },
  writes: true,
  examples: [
    {
      description: "Let bots answer again",
      command: "waypost conversations release cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/conversations/{id}/release", { path }, conversationDetails),
});
