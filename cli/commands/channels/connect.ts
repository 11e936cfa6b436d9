import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { pairedChannel } from "./arguments.ts";

export const connectChannel = command({
  path: "channels connect",
  summary: "Connect a paired number again",
  output: "The channel's id, status and the reason for it.",
  arguments: pairedChannel,
  writes: true,
  examples: [
    {
      description: "After it was disconnected",
      command: "waypost channels connect ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/channels/{id}/connect", { path, body: {} }, [
      { title: "id", value: (channel) => channel.id },
      { title: "status", value: (channel) => channel.status, kind: "status" },
      { title: "status reason", value: (channel) => channel.status_reason },
    ]),
});
