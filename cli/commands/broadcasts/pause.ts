import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { broadcastDetails } from "./columns.ts";

export const pauseBroadcast = command({
  path: "broadcasts pause",
  summary: "Pause a broadcast",
  description:
    "Nothing more is sent from now on. Messages that WhatsApp does not have yet are cancelled, and sent when the broadcast is resumed.",
  output: "The broadcast.",
  arguments: { id: { of: "broadcasts", description: "Broadcast to pause" } },
  writes: true,
  examples: [{ description: "Hold it", command: "waypost broadcasts pause bc_01JDB2M5S8V0ZC3K7Q2M4N6P93" }],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/broadcasts/{id}/pause", { path }, broadcastDetails),
});
