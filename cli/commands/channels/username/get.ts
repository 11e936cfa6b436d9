import { show } from "../../../lib/actions/show.ts";
import { command } from "../../../lib/command/command.ts";
import { officialChannel, usernameColumns } from "./columns.ts";

export const getUsername = command({
  path: "channels username get",
  summary: "Show an official number's user name",
  output:
    "The name, and its state: `reserved` (kept for the number, not shown yet) or `approved`. Empty where it has none.",
  arguments: officialChannel,
  examples: [
    {
      description: "Only the name",
      command: "waypost channels username get ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq -r .username",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/channels/{id}/username", { path }, usernameColumns),
});
