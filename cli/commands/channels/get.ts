import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { channelDetails } from "./columns.ts";

export const getChannel = command({
  path: "channels get",
  summary: "Show one channel",
  output: "The channel's record.",
  arguments: { id: { of: "channels", description: "Channel to show" } },
  examples: [
    {
      description: "Only its status",
      command: "waypost channels get ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq -r .status",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/channels/{id}", { path }, channelDetails),
});
