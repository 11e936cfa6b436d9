import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { agree, yesOption } from "../../lib/input/agree.ts";
import { broadcastDetails } from "./columns.ts";

export const cancelBroadcast = command({
  path: "broadcasts cancel",
  summary: "Cancel a broadcast",
  description: "End a broadcast for good. Messages that WhatsApp already has stay sent.",
  output: "The broadcast.",
  arguments: { id: { of: "broadcasts", description: "Broadcast to cancel" } },
  options: yesOption,
  writes: true,
  examples: [
    { description: "Cancel one", command: "waypost broadcasts cancel bc_01JDB2M5S8V0ZC3K7Q2M4N6P93 --yes" },
  ],
  async run({ cli, arguments: path, options: { yes } }) {
    await agree(cli, yes, `Cancel ${path.id} for good?`);
    await change(cli, "POST /v1/broadcasts/{id}/cancel", { path }, broadcastDetails);
  },
});
