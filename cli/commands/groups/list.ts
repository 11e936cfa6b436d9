import { listUnpaged } from "../../lib/actions/list.ts";
import { command } from "../../lib/command/command.ts";
import { findChannel } from "../send/channel.ts";
import { channelOption } from "./arguments.ts";
import { groupColumns } from "./columns.ts";

export const listGroups = command({
  path: "groups list",
  summary: "List the groups that a number is in",
  output: "One line for each group: id, subject, the number's role, how many people, creation.",
  options: channelOption,
  examples: [{ description: "Their ids", command: "waypost groups list --json | jq -r '.data[].id'" }],
  async run({ cli, options }) {
    const path = { id: options.channel ?? (await findChannel(cli, "whatsapp_unofficial")) };
    await listUnpaged(cli, "GET /v1/channels/{id}/groups", { path }, groupColumns);
  },
});
