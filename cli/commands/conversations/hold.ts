import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { fromNow } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { conversationDetails } from "./columns.ts";

export const holdConversation = command({
  path: "conversations hold",
  summary: "Hold a conversation, so that bots leave it alone",
  description:
    "Hold a conversation. While you hold it, answers by keys of bots are refused or wait, as each key says. You can take it from anybody who holds it, also from Meta's agent; a bot's key can't.",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Conversation to hold" } },
  options: {
    until: { value: "time", description: "When it ends: 2h, 3d (from now) or a date (default: in an hour)" },
  },
  writes: true,
  examples: [
    { description: "For an hour", command: "waypost conversations hold cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
    {
      description: "For two days",
      command: "waypost conversations hold cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --until 2d",
    },
  ],
  run: ({ cli, arguments: path, options: { until } }) => {
    const body = given({ until: fromNow(until) });
    return change(cli, "POST /v1/conversations/{id}/hold", { path, body }, conversationDetails);
  },
});
