import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { pairedChannel, replacementOf, replacing } from "./arguments.ts";

export const connectChannel = command({
  path: "channels connect",
  summary: "Connect a paired number again",
  output: "The channel's id, status and the reason for it.",
  arguments: pairedChannel,
  options: replacing,
  writes: true,
  examples: [
    {
      description: "After it was disconnected",
      command: "waypost channels connect ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
    {
      description: "With the other number that was paired last, which takes the place of the channel's own",
      command: "waypost channels connect ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --replace-number",
    },
  ],
  run: ({ cli, arguments: path, options }) =>
    change(cli, "POST /v1/channels/{id}/connect", { path, body: replacementOf(options) }, [
      { title: "id", value: (channel) => channel.id },
      { title: "status", value: (channel) => channel.status, kind: "status" },
      { title: "status reason", value: (channel) => channel.status_reason },
    ]),
});
