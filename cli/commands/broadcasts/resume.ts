import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { broadcastDetails } from "./columns.ts";

export const resumeBroadcast = command({
  path: "broadcasts resume",
  summary: "Resume a paused broadcast",
  description: "Resume a broadcast that was paused, or stopped by a rule. The rules count from now on.",
  output: "The broadcast.",
  arguments: { id: { of: "broadcasts", description: "Broadcast to resume" } },
  writes: true,
  examples: [{ description: "Resume", command: "waypost broadcasts resume bc_01JDB2M5S8V0ZC3K7Q2M4N6P93" }],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/broadcasts/{id}/resume", { path }, broadcastDetails),
});
