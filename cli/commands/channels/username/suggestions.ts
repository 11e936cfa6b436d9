import { listUnpaged } from "../../../lib/actions/list.ts";
import { command } from "../../../lib/command/command.ts";
import { officialChannel } from "./columns.ts";

export const suggest = command({
  path: "channels username suggestions",
  summary: "List user names that WhatsApp keeps for an official number",
  output: "One line for each name.",
  arguments: officialChannel,
  examples: [
    {
      description: "All of them",
      command: "waypost channels username suggestions ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path }) =>
    listUnpaged(cli, "GET /v1/channels/{id}/username/suggestions", { path }, [
      { title: "username", value: ({ username }) => username },
    ]),
});
