import { listUnpaged } from "../../lib/actions/list.ts";
import { command } from "../../lib/command/command.ts";
import { channelOption, groupArgument } from "./arguments.ts";
import { joinRequestColumns } from "./columns.ts";
import { groupPath } from "./path.ts";

export const listJoinRequests = command({
  path: "groups requests",
  summary: "List who asks to join a group of an official number",
  output: "One line for each request: its id, who asks, when.",
  arguments: groupArgument,
  options: channelOption,
  examples: [
    {
      description: "Their ids",
      command: "waypost groups requests Y2FwaV9ncm91cDoxNzA1NTU1MDEzOQZD --json | jq -r '.data[].id'",
    },
  ],
  async run({ cli, arguments: { group }, options }) {
    const path = await groupPath(cli, options.channel, group);
    await listUnpaged(
      cli,
      "GET /v1/channels/{id}/groups/{group_id}/join_requests",
      { path },
      joinRequestColumns,
    );
  },
});
