import { show } from "../../../lib/actions/show.ts";
import { command } from "../../../lib/command/command.ts";
import { pairedChannel, profileColumns } from "./columns.ts";

export const getProfile = command({
  path: "channels profile get",
  summary: "Show what a paired number shows of itself",
  output: "The name, the line about it, and where WhatsApp keeps the small picture.",
  arguments: pairedChannel,
  examples: [
    {
      description: "Only the name",
      command: "waypost channels profile get ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq -r .name",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/channels/{id}/profile", { path }, profileColumns),
});
