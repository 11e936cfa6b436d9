import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { channelColumns } from "./columns.ts";

export const listChannels = command({
  path: "channels list",
  summary: "List channels",
  output:
    "One line for each channel: id, platform, status, name, phone number, creation, whether it is the sandbox's.",
  options: {
    ...pagingOptions,
    platform: {
      value: "platform",
      choices: ["whatsapp_official", "whatsapp_unofficial"],
      description: "Only those of this platform",
    },
  },
  examples: [
    {
      description: "Those that are not connected",
      command: "waypost channels list --all | awk -F'\\t' '$3 != \"connected\"'",
    },
  ],
  async run({ cli, options }) {
    const query = given({ platform: options.platform });
    await list(cli, "GET /v1/channels", { query }, channelColumns, options);
    cli.noteSandbox();
  },
});
