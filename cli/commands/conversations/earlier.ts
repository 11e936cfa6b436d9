import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";

export const fetchEarlier = command({
  path: "conversations earlier",
  summary: "Ask the phone for earlier messages",
  description:
    "Ask the phone of a paired number for up to 50 messages before the first one of a conversation. Those that it gives are in the conversation some seconds later.",
  output: "When the first message was written that is there now.",
  arguments: { id: { of: "conversations", description: "Conversation with a person or a group" } },
  writes: true,
  examples: [
    {
      description: "What was written before",
      command: "waypost conversations earlier cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/conversations/{id}/earlier", { path }, [
      { title: "before", value: ({ before }) => before, kind: "time" },
    ]),
});
