import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { channelOption, groupArgument } from "./arguments.ts";
import { groupDetails } from "./columns.ts";
import { groupPath } from "./path.ts";

export const getGroup = command({
  path: "groups get",
  summary: "Show a group and who is in it",
  output: "The group.",
  arguments: groupArgument,
  options: channelOption,
  examples: [
    {
      description: "The numbers of its people",
      command: "waypost groups get 120363041234567890@g.us --json | jq -r '.participants[].phone'",
    },
  ],
  async run({ cli, arguments: { group }, options }) {
    const path = await groupPath(cli, options.channel, group);
    await show(cli, "GET /v1/channels/{id}/groups/{group_id}", { path }, groupDetails);
  },
});
