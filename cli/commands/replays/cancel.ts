import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { replayColumns } from "../deliveries/columns.ts";

export const cancelReplay = command({
  path: "replays cancel",
  summary: "Stop a replay of deliveries",
  description: "Stop a replay: nothing more is queued. Deliveries that are already queued are still made.",
  output: "The replay's record.",
  arguments: { id: { description: "Replay to stop" } },
  writes: true,
  examples: [{ description: "Stop it", command: "waypost replays cancel rpl_01JDB2M5S8V0ZC3K7Q2M4N6P8R" }],
  run: ({ cli, arguments: path }) => {
    const route = "POST /v1/settings/developer/webhooks/deliveries/replays/{id}/cancel";
    return change(cli, route, { path }, replayColumns);
  },
});
