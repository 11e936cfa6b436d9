import { change } from "../../lib/actions/change.ts";
import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { agree, yesOption } from "../../lib/input/agree.ts";
import { channelOption, groupArgument } from "./arguments.ts";
import { inviteColumns } from "./columns.ts";
import { groupPath } from "./path.ts";

export const inviteToGroup = command({
  path: "groups invite",
  summary: "Show a group's invite link, or replace it",
  output: "The link.",
  arguments: groupArgument,
  options: {
    revoke: { description: "Replace the link: the one before no longer works" },
    ...yesOption,
    ...channelOption,
  },
  writes: true,
  examples: [
    { description: "The link", command: "waypost groups invite 120363041234567890@g.us" },
    {
      description: "After it went to the wrong people",
      command: "waypost groups invite 120363041234567890@g.us --revoke --yes",
    },
  ],
  async run({ cli, arguments: { group }, options: { channel, revoke, yes } }) {
    if (revoke) await agree(cli, yes, `Replace the invite link of ${group}?`);
    const path = await groupPath(cli, channel, group);
    if (revoke)
      await change(cli, "POST /v1/channels/{id}/groups/{group_id}/invite/revoke", { path }, inviteColumns);
    else await show(cli, "GET /v1/channels/{id}/groups/{group_id}/invite", { path }, inviteColumns);
  },
});
