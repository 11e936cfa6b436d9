import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { channelOption, groupArgument } from "./arguments.ts";
import { groupDetails } from "./columns.ts";
import { groupPath } from "./path.ts";

const SETTINGS = ["on", "off"] as const;

export const updateGroup = command({
  path: "groups update",
  summary: "Change a group: its subject, its description, what only admins may do",
  output: "The group as it is now.",
  arguments: groupArgument,
  options: {
    subject: { value: "text", description: "The new subject" },
    description: { value: "text", description: "The new description; '' for none" },
    announce: { value: "setting", choices: SETTINGS, description: "Whether only admins can write in it" },
    locked: {
      value: "setting",
      choices: SETTINGS,
      description: "Whether only admins can change its subject and description",
    },
    ...channelOption,
  },
  writes: true,
  examples: [
    {
      description: "A new subject",
      command: "waypost groups update 120363041234567890@g.us --subject 'Sunday dinner'",
    },
    {
      description: "Only admins write",
      command: "waypost groups update 120363041234567890@g.us --announce on",
    },
  ],
  async run({ cli, arguments: { group }, options }) {
    const { subject, description, channel } = options;
    const [announce, locked] = [switched(options.announce), switched(options.locked)];
    const body = given({ subject, description, announce, locked });
    if (Object.keys(body).length === 0)
      throw usageFailure("nothing to change", "Give --subject, --description, --announce or --locked.");
    const path = await groupPath(cli, channel, group);
    await change(cli, "PATCH /v1/channels/{id}/groups/{group_id}", { path, body }, groupDetails);
  },
});

function switched(setting: string | undefined): boolean | undefined {
  return setting === undefined ? undefined : setting === "on";
}
