import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { replayColumns } from "../deliveries/columns.ts";

export const getReplay = command({
  path: "replays get",
  summary: "Show the progress of a replay",
  output: "The replay's record.",
  arguments: { id: { description: "Replay to show" } },
  examples: [
    {
      description: "How much of the range was searched",
      command: "waypost replays get rpl_01JDB2M5S8V0ZC3K7Q2M4N6P8R --json | jq .progress",
    },
  ],
  run: ({ cli, arguments: path }) =>
    show(cli, "GET /v1/settings/developer/webhooks/deliveries/replays/{id}", { path }, replayColumns),
});
