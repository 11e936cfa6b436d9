import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { findChannel } from "../send/channel.ts";
import { channelOption } from "./arguments.ts";
import { groupDetails } from "./columns.ts";

export const joinGroup = command({
  path: "groups join",
  summary: "Join a group by its invite link",
  output: "The group.",
  arguments: { link: { description: "The invite link, or the code at its end" } },
  options: channelOption,
  writes: true,
  examples: [
    {
      description: "By its link",
      command: "waypost groups join https://chat.whatsapp.com/Gk3mPq7RtY2wZx9LcVb5Nd",
    },
  ],
  async run({ cli, arguments: { link }, options }) {
    const path = { id: options.channel ?? (await findChannel(cli, "whatsapp_unofficial")) };
    await change(cli, "POST /v1/channels/{id}/groups/join", { path, body: { invite: link } }, groupDetails);
  },
});
