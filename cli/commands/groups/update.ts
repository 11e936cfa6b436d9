import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { channelOption, groupArgument } from "./arguments.ts";
import { groupDetails } from "./columns.ts";
import { groupPath } from "./path.ts";

export const updateGroup = command({
  path: "groups update",
  summary: "Change a group's subject or description",
  output: "The group as it is now.",
  arguments: groupArgument,
  options: {
    subject: { value: "text", description: "The new subject" },
    description: { value: "text", description: "The new description; '' for none" },
    ...channelOption,
  },
  writes: true,
  examples: [
    {
      description: "A new subject",
      command: "waypost groups update 120363041234567890@g.us --subject 'Sunday dinner'",
    },
  ],
  async run({ cli, arguments: { group }, options }) {
    const { subject, description, channel } = options;
    if (subject === undefined && description === undefined)
      throw usageFailure("nothing to change", "Give --subject, --description or both.");
    const path = await groupPath(cli, channel, group);
    const body = given({ subject, description });
    await change(cli, "PATCH /v1/channels/{id}/groups/{group_id}", { path, body }, groupDetails);
  },
});
