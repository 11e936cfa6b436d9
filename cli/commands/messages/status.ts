import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { statusColumns } from "./columns.ts";

export const showStatus = command({
  path: "messages status",
  summary: "Show the status of a message and its history",
  output: "id, status, channel, the provider's id, error, change, history.",
  arguments: { id: { of: "messages", description: "Message: its id, or the provider's with --channel" } },
  options: { channel: { value: "id", of: "channels", description: "Channel of the provider's id" } },
  examples: [
    {
      description: "By the provider's id",
      command: "waypost messages status wamid.HBgL --channel ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path, options }) => {
    const query = given({ channel_id: options.channel });
    return show(cli, "GET /v1/messages/{id}/status", { path, query }, statusColumns);
  },
});
