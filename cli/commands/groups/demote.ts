import { command } from "../../lib/command/command.ts";
import { channelOption, groupArgument, participantOption } from "./arguments.ts";
import { changeParticipants } from "./change-participants.ts";

export const demoteInGroup = command({
  path: "groups demote",
  summary: "Make admins of a group members again",
  output: "One line for each person: how they were named, whether it was done, why not.",
  arguments: groupArgument,
  options: { ...participantOption, ...channelOption },
  writes: true,
  examples: [
    {
      description: "An admin less",
      command: "waypost groups demote 120363041234567890@g.us --participant 14155550123",
    },
  ],
  run: ({ cli, arguments: { group }, options }) => changeParticipants(cli, "demote", group, options),
});
