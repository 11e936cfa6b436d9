import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { messageDetails } from "./columns.ts";

export const getMessage = command({
  path: "messages get",
  summary: "Show one message",
  output: "The message's record.",
  arguments: { id: { of: "messages", description: "Message to show" } },
  examples: [
    {
      description: "Only its status",
      command: "waypost messages get 01920c3e-7a4b-7c3d-8e1f-2a3b4c5d6e7f --json | jq -r .status",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/messages/{id}", { path }, messageDetails),
});
