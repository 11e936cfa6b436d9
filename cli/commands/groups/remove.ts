import { command } from "../../lib/command/command.ts";
import { agree, yesOption } from "../../lib/input/agree.ts";
import { channelOption, groupArgument, participantOption } from "./arguments.ts";
import { changeParticipants } from "./change-participants.ts";

export const removeFromGroup = command({
  path: "groups remove",
  summary: "Remove people from a group",
  output: "One line for each person: how they were named, whether it was done, why not.",
  arguments: groupArgument,
  options: { ...participantOption, ...channelOption, ...yesOption },
  writes: true,
  examples: [
    {
      description: "One person, in a script",
      command: "waypost groups remove 120363041234567890@g.us --participant 14155550123 --yes",
    },
  ],
  async run({ cli, arguments: { group }, options }) {
    await agree(cli, options.yes, `Remove ${options.participant.join(", ")} from ${group}?`);
    await changeParticipants(cli, "remove", group, options);
  },
});
