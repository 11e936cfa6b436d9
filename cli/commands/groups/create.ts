import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { findChannel } from "../send/channel.ts";
import { channelOption, participantOption } from "./arguments.ts";
import { groupDetails } from "./columns.ts";
import { participantsOf } from "./path.ts";

export const createGroup = command({
  path: "groups create",
  summary: "Create a group",
  description: "Create a group. Some people can't be added by everybody: send them the invite link.",
  output: "The new group.",
  arguments: { subject: { description: "Its name" } },
  options: {
    ...participantOption,
    description: { value: "text", description: "Its description" },
    ...channelOption,
  },
  writes: true,
  examples: [
    {
      description: "With two people",
      command: "waypost groups create 'Sunday lunch' --participant 14155550123 --participant 14155550124",
    },
  ],
  async run({ cli, arguments: { subject }, options }) {
    const participants = participantsOf(options.participant);
    const path = { id: options.channel ?? (await findChannel(cli, "whatsapp_unofficial")) };
    const body = { subject, participants, ...given({ description: options.description }) };
    const columns = [
      ...groupDetails,
      {
        title: "not added",
        value: ({ outcomes }: { outcomes: { participant: string; status: string }[] }) =>
          outcomes.flatMap((one) => (one.status === "done" ? [] : one.participant)).join(", ") || null,
      },
    ];
    await change(cli, "POST /v1/channels/{id}/groups", { path, body }, columns);
  },
});
