import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import type { Approval } from "../../lib/api/types/approvals.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { approvalColumns } from "./columns.ts";

export const listApprovals = command({
  path: "approvals list",
  summary: "List what agents ask to send",
  output:
    "One line for each approval, newest first: id, status (waiting, approved, sent, refused, expired), asked by, to, message, until when it can be approved.",
  options: {
    status: {
      value: "status",
      choices: ["waiting", "approved", "sent", "refused", "expired"],
      description: "Only approvals with this status",
    },
    key: { value: "id", of: "keys", description: "Only what this API key asks for" },
    channel: { value: "id", of: "channels", description: "Only messages from this channel" },
    conversation: { value: "id", of: "conversations", description: "Only messages of this conversation" },
    ...pagingOptions,
  },
  examples: [{ description: "Those that wait", command: "waypost approvals list --status waiting" }],
  run: ({ cli, options }) =>
    list(
      cli,
      "GET /v1/approvals",
      {
        query: given({
          ...{ status: options.status as Approval["status"] | undefined },
          ...{ key_id: options.key, channel_id: options.channel, conversation_id: options.conversation },
        }),
      },
      approvalColumns,
      options,
    ),
});
