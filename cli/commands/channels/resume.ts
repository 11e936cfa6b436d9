import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { channelDetails } from "./columns.ts";

export const resumeChannel = command({
  path: "channels resume",
  summary: "Resume a paused channel",
  description: "Resume a paused channel: messages that waited are sent.",
  output: "The channel's record.",
  arguments: { id: { of: "channels", description: "Channel to resume" } },
  writes: true,
  examples: [
    {
      description: "Once the mistake is fixed",
      command: "waypost channels resume ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path }) =>
    change(cli, "PATCH /v1/channels/{id}", { path, body: { settings: { paused: false } } }, channelDetails),
});
