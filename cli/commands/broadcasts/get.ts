import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { broadcastDetails } from "./columns.ts";

export const getBroadcast = command({
  path: "broadcasts get",
  summary: "Show one broadcast",
  output: "The broadcast, with how many of its people are in each state, and what it cost so far.",
  arguments: { id: { of: "broadcasts", description: "Broadcast to show" } },
  examples: [
    {
      description: "Its counts",
      command: "waypost broadcasts get bc_01JDB2M5S8V0ZC3K7Q2M4N6P93 --json | jq .counts",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/broadcasts/{id}", { path }, broadcastDetails),
});
