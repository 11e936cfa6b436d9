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
    "One line for each conversation, newest message first: id, name, number, unread messages, status, text of the newest message, updated, channel.",
  arguments: {
    q: { description: "Words to search for in the name or number", optional: true },
  },
  options: {
    channel: { value: "id", of: "channels", description: "Only of this channel" },
    contact: { value: "id", of: "contacts", description: "Only with this contact" },
    status: {
      value: "status",
      choices: [...conversationStatuses, "all"],
      description: "Only with this status (default: all)",
    },
    assignee: { value: "id", of: "users", description: "Only assigned to this user, `me`, or `none`" },
    tag: { value: "name", of: "tags", description: "Only with this tag" },
    unread: { description: "Only with messages that you have not read" },
    unanswered: { description: "Only those whose last message is theirs" },
    since: { value: "time", description: "Only changed since: 2h, 7d (ago) or a date" },
    ...pagingOptions,
  },
  examples: [
    { description: "Unread ones", command: "waypost conversations list --unread" },
    {
      description: "What waits for an answer and is nobody's",
      command: "waypost conversations list --unanswered --assignee none",
    },
    { description: "By parts of words", command: "waypost conversations list 'ada 4915'" },
    {
      description: "Where a reply needs no template, as JSON",
      command: "waypost conversations list --json | jq '.data[] | select(.service_window_until) | .id'",
    },
  ],
  run: ({ cli, arguments: { q }, options }) => {
    const { channel, contact, status, assignee, tag, unread, unanswered, since } = options;
    const query = given({
      q,
      unread: unread || undefined,
      unanswered: unanswered || undefined,
      channel_id: channel,
      contact_id: contact,
      status: conversationStatuses.find((one) => one === status),
      assignee_id: assignee,
      tag,
      updated_after: ago(since),
    });
    return list(cli, "GET /v1/conversations", { query }, conversationColumns, options);
  },
});
