import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import { findChannel } from "../send/channel.ts";
import { channelOption, participantOption } from "./arguments.ts";
import { groupDetails } from "./columns.ts";

export const createGroup = command({
  path: "groups create",
  summary: "Create a group",
  description:
    "Create a group. Some people can't be added by everybody, and nobody to a group of an official number: send them the invite link.",
  output: "The new group.",
  arguments: { subject: { description: "Its name" } },
  options: {
    ...participantOption,
    description: { value: "text", description: "Its description" },
    "join-approval": {
      value: "mode",
      choices: ["auto_approve", "approval_required"],
      description: "Who may join by the link of an official number's group (default: auto_approve)",
    },
    ...channelOption,
  },
  writes: true,
  examples: [
    {
      description: "With two people",
      command: "waypost groups create 'Sunday lunch' --participant 14155550123 --participant 14155550124",
    },
    {
      description: "Of an official number",
      command: "waypost groups create 'Sunday lunch' --channel ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  async run({ cli, arguments: { subject }, options }) {
    const participants = options.participant.map(normalizeRecipient);
    const path = { id: options.channel ?? (await findChannel(cli, "whatsapp_unofficial")) };
    const { description, "join-approval": join_approval } = options;
    const body = { subject, participants, ...given({ description, join_approval }) };
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
