import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { channelOption, groupArgument } from "./arguments.ts";
import { groupPath } from "./path.ts";

export const deleteGroup = command({
  path: "groups delete",
  summary: "Delete a group of an official number",
  output: "Nothing.",
  arguments: groupArgument,
  options: { ...yesOption, ...channelOption },
  writes: true,
  examples: [
    { description: "In a script", command: "waypost groups delete Y2FwaV9ncm91cDoxNzA1NTU1MDEzOQZD --yes" },
  ],
  async run({ cli, arguments: { group }, options: { channel, yes } }) {
    const path = await groupPath(cli, channel, group);
    await remove(cli, "DELETE /v1/channels/{id}/groups/{group_id}", {
      ...{ path, yes },
      question: `Delete ${group}? Everybody leaves it, and it can't be had back.`,
      done: `Deleted ${group}.`,
    });
  },
});
