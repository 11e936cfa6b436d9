import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import type { Broadcast } from "../../lib/api/types/broadcasts.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { broadcastColumns } from "./columns.ts";

const STATUSES = ["draft", "scheduled", "running", "paused", "stopped", "completed", "cancelled"] as const;

export const listBroadcasts = command({
  path: "broadcasts list",
  summary: "List broadcasts",
  output: "One line for each broadcast, newest first: id, name, status, template and counts.",
  options: {
    ...pagingOptions,
    status: { value: "status", choices: STATUSES, description: "Only those in this state" },
  },
  examples: [
    { description: "Broadcasts that are being sent", command: "waypost broadcasts list --status running" },
  ],
  run: ({ cli, options }) => {
    const status = options.status as Broadcast["status"] | undefined;
    return list(cli, "GET /v1/broadcasts", { query: given({ status }) }, broadcastColumns, options);
  },
});
