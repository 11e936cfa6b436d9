import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { conversationColumns } from "./columns.ts";
import { filterArguments, filterOptions, filterQuery } from "./filters.ts";

export const listConversations = command({
  path: "conversations list",
  summary: "List conversations",
  output:
    "One line for each conversation, newest message first: id, name, number, unread messages, status, text of the newest message, updated, channel.",
  arguments: filterArguments,
  options: {
    ...filterOptions,
    ...pagingOptions,
  },
  examples: [
    { description: "Unread ones", command: "waypost conversations list --unread" },
    {
      description: "Unanswered conversations that are nobody's",
      command: "waypost conversations list --unanswered --assignee none",
    },
    { description: "By parts of words", command: "waypost conversations list 'ada 4915'" },
    {
      description: "Where a reply needs no template, as JSON",
      command: "waypost conversations list --json | jq '.data[] | select(.service_window_until) | .id'",
    },
  ],
  run: ({ cli, arguments: { q }, options }) => {
    const query = filterQuery(q, options);
    return list(cli, "GET /v1/conversations", { query }, conversationColumns, options);
  },
});
