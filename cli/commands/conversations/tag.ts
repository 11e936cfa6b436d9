import { command } from "../../lib/command/command.ts";
import { changeTags, tagOptions } from "../contacts/tags.ts";

export const tagConversation = command({
  path: "conversations tag",
  summary: "Add, remove or list a conversation's tags",
  output: "The conversation's tags.",
  arguments: { id: { of: "conversations", description: "Conversation to tag" } },
  options: tagOptions,
  writes: true,
  examples: [
    {
      description: "Add one, remove one",
      command: "waypost conversations tag cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --add urgent --remove new",
    },
  ],
  run: ({ cli, arguments: path, options }) =>
    changeTags(cli, path, options, {
      list: "GET /v1/conversations/{id}/tags",
      change: "POST /v1/conversations/{id}/tags",
    }),
});
