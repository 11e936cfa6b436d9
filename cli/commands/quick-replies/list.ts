import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { quickReplyColumns } from "./columns.ts";

export const listQuickReplies = command({
  path: "quick-replies list",
  summary: "List answers that are kept",
  output: "One line for each quick reply, by shortcut: shortcut, title, channels, body, id.",
  arguments: {
    q: { description: "The beginning of a shortcut, or what the title or body has", optional: true },
  },
  options: {
    ...pagingOptions,
    channel: { value: "id", of: "channels", description: "Only those for this channel" },
    conversation: {
      value: "id",
      of: "conversations",
      description: "Only those for its channel, with `filled` for its contact in JSON",
    },
  },
  examples: [
    { description: "All of them", command: "waypost quick-replies list" },
    {
      description: "One, filled for this person",
      command:
        "waypost quick-replies list hours --conversation cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq .data[0].filled",
    },
  ],
  run: ({ cli, arguments: { q }, options }) =>
    list(
      cli,
      "GET /v1/quick_replies",
      { query: given({ q, channel_id: options.channel, conversation_id: options.conversation }) },
      quickReplyColumns,
      options,
    ),
});
