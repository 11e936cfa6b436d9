import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { channelDetails } from "./columns.ts";

export const pauseChannel = command({
  path: "channels pause",
  summary: "Pause a channel",
  description: "Pause a channel: accepted messages wait, in order. Messages are still received.",
  output: "The channel's record.",
  arguments: { id: { of: "channels", description: "Channel to pause" } },
  writes: true,
  examples: [
    {
      description: "Before a mistake goes out to everybody",
      command: "waypost channels pause ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path }) =>
    change(cli, "PATCH /v1/channels/{id}", { path, body: { settings: { paused: true } } }, channelDetails),
});
