import { listUnpaged } from "../../lib/actions/list.ts";
import { watchOption } from "../../lib/actions/watch-list.ts";
import { command } from "../../lib/command/command.ts";
import { endpointColumns } from "./columns.ts";

export const listEndpoints = command({
  path: "endpoints list",
  summary: "List webhook endpoints",
  output: "One line for each endpoint: id, state, address, event types, creation.",
  options: watchOption,
  examples: [
    {
      description: "With the known event types",
      command: "waypost endpoints list --json | jq .event_types",
    },
  ],
  run: ({ cli, options }) =>
    listUnpaged(cli, "GET /v1/settings/developer/webhooks", {}, endpointColumns, options),
});
