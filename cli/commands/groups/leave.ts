import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { channelOption, groupArgument } from "./arguments.ts";
import { groupPath } from "./path.ts";

export const leaveGroup = command({
  path: "groups leave",
  summary: "Leave a group",
  output: "Nothing.",
  arguments: groupArgument,
  options: { ...yesOption, ...channelOption },
  writes: true,
  examples: [{ description: "In a script", command: "waypost groups leave 120363041234567890@g.us --yes" }],
  async run({ cli, arguments: { group }, options: { channel, yes } }) {
    const path = await groupPath(cli, channel, group);
    await remove(cli, "POST /v1/channels/{id}/groups/{group_id}/leave", {
      ...{ path, yes },
      question: `Leave ${group}? Coming back takes an invitation.`,
      done: `Left ${group}.`,
    });
  },
});
