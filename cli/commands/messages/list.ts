import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { namedBy } from "../send/recipient.ts";
import { messageColumns } from "./columns.ts";
import { messageFilters } from "./filters.ts";

export const listMessages = command({
  path: "messages list",
  summary: "List messages",
  output:
    "One line for each message, newest first: id, status, name, number, type, created, direction, channel, text, error.",
  options: {
    channel: { value: "id", of: "channels", description: "Only of this channel" },
    conversation: { value: "id", of: "conversations", description: "Only of this conversation" },
    contact: { value: "id", of: "contacts", description: "Only with this contact" },
    broadcast: { value: "id", of: "broadcasts", description: "Only of this broadcast" },
    direction: {
      value: "direction",
      choices: ["inbound", "outbound"],
      description: "Only received or only sent ones",
    },
    status: { value: "status", description: "Only with this status, for example failed" },
    type: { value: "type", description: "Only of this type, for example template" },
    to: {
      value: "recipient",
      of: "contacts",
      description: "Only to this number, user id, contact (ct_…) or conversation (cv_…)",
    },
    since: { value: "time", description: "Only since: 2h, 7d (ago) or a date" },
    until: { value: "time", description: "Only before: 2h, 7d (ago) or a date" },
    ...pagingOptions,
  },
  examples: [
    {
      description: "Failures of the last hour",
      command: "waypost messages list --status failed --since 1h --all",
    },
    {
      description: "As JSON, for jq",
      command: "waypost messages list --limit 100 --json | jq '.data[].id'",
    },
  ],
  run: ({ cli, options }) => {
    const { to, direction, broadcast, ...filters } = options;
    const query = {
      ...messageFilters(filters),
      ...(to === undefined ? {} : namedBy(to)),
      ...given({ direction, broadcast_id: broadcast }),
    };
    return list(cli, "GET /v1/messages", { query }, messageColumns, options);
  },
});
