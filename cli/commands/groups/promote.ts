import { command } from "../../lib/command/command.ts";
import { channelOption, groupArgument, participantOption } from "./arguments.ts";
import { changeParticipants } from "./change-participants.ts";

export const promoteInGroup = command({
  path: "groups promote",
  summary: "Make people admins of a group",
  output: "One line for each person: how they were named, whether it was done, why not.",
  arguments: groupArgument,
  options: { ...participantOption, ...channelOption },
  writes: true,
  examples: [
    {
      description: "A second admin",
      command: "waypost groups promote 120363041234567890@g.us --participant 14155550123",
    },
  ],
  run: ({ cli, arguments: { group }, options }) => changeParticipants(cli, "promote", group, options),
});
