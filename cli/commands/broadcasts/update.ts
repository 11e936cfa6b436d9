import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { broadcastDetails } from "./columns.ts";
import { draftFrom } from "./draft/draft.ts";
import { draftOptions } from "./draft/options.ts";

export const updateBroadcast = command({
  path: "broadcasts update",
  summary: "Change the draft of a broadcast",
  output: "The broadcast.",
  arguments: { id: { of: "broadcasts", description: "Draft to change" } },
  options: {
    ...draftOptions,
    clear: {
      value: "setting",
      repeat: true,
      choices: ["starts_at", "window", "rate_per_second", "stop", "limit"],
      description: "Setting to take back; may be repeated",
    },
  },
  writes: true,
  examples: [
    {
      description: "A slower pace",
      command: "waypost broadcasts update bc_01JDB2M5S8V0ZC3K7Q2M4N6P93 --rate 5",
    },
    {
      description: "Without hours, and as fast as the channel may",
      command:
        "waypost broadcasts update bc_01JDB2M5S8V0ZC3K7Q2M4N6P93 --clear window --clear rate_per_second",
    },
  ],
  async run({ cli, arguments: path, options }) {
    const cleared = Object.fromEntries(options.clear.map((setting) => [setting, null]));
    const body = { ...cleared, ...draftFrom(options) };
    if (Object.keys(body).length === 0) throw usageFailure("say what to change");
    await change(cli, "PATCH /v1/broadcasts/{id}", { path, body }, broadcastDetails);
  },
});
