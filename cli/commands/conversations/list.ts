import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { ago } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { conversationColumns } from "./columns.ts";
import { conversationStatuses } from "./statuses.ts";

export const listConversations = command({
  path: "conversations list",
  summary: "List conversations",
  output:
    "One line a conversation, newest message first: id, status, contact, last message, last news, channel.",
  options: {
    channel: { value: "id", description: "Only of this channel" },
    contact: { value: "id", description: "Only with this contact" },
    status: { value: "status", choices: conversationStatuses, description: "Only with this status" },
    assignee: { value: "id", description: "Only assigned to this user" },
    tag: { value: "name", description: "Only with this tag" },
    after: { value: "time", description: "Only with news since: 2h, 7d (ago) or a date" },
    ...pagingOptions,
  },
  examples: [
    { description: "Who is open", command: "waypost conversations list --status open --all" },
    {
      description: "Where an answer needs no template, as JSON",
      command: "waypost conversations list --json | jq '.data[] | select(.service_window_until) | .id'",
    },
  ],
  run: ({ cli, options }) => {
    const { channel, contact, status, assignee, tag, after } = options;
    const query = given({
      channel_id: channel,
      contact_id: contact,
      status,
      assignee_id: assignee,
      tag,
      updated_after: ago(after),
    });
    return list(cli, "GET /v1/conversations", { query }, conversationColumns, options);
  },
});
