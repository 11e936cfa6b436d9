import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { failedColumns } from "./columns.ts";

export const listFailedInbound = command({
  path: "inbound list",
  summary: "List inbound calls that failed",
  description:
    "List the calls from WhatsApp to the organisation's channels that were set aside, because they are invalid or failed repeatedly. A call that fails for another reason, such as a full disk, is retried by itself and not listed. The contents of calls are not shown.",
  output:
    "One line for each call, newest first: id, channel, arrival, attempts, bytes, provider, failure, reason.",
  options: {
    channel: { value: "id", of: "channels", description: "Only what came in on this channel" },
    ...pagingOptions,
  },
  examples: [
    { description: "All of them", command: "waypost inbound list --all" },
    {
      description: "The reasons, counted",
      command: "waypost inbound list --all --json | jq -r '.data[].reason' | sort | uniq -c",
    },
  ],
  async run({ cli, options }) {
    const query = given({ channel_id: options.channel });
    await list(cli, "GET /v1/inbound/failed", { query }, failedColumns, options);
  },
});
