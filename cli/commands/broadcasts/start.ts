import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { broadcastDetails } from "./columns.ts";
import { follow } from "./follow.ts";
import { waitOptions, waitUntil } from "./wait.ts";

export const startBroadcast = command({
  path: "broadcasts start",
  summary: "Start a broadcast",
  description:
    "Start a draft, now or at its time. Its audience is who is in it when it begins, and each of them gets one message at most. With --wait completed, follow it to its end.",
  output: "The broadcast; with --wait, as it is at its end.",
  arguments: { id: { of: "broadcasts", description: "Draft to start" } },
  options: waitOptions,
  writes: true,
  examples: [
    { description: "Start one", command: "waypost broadcasts start bc_01JDB2M5S8V0ZC3K7Q2M4N6P93" },
    {
      description: "In a pipeline: 0 when it is complete, 5 when it was stopped, 6 when it takes too long",
      command: "waypost broadcasts start bc_01JDB2M5S8V0ZC3K7Q2M4N6P93 --wait completed --timeout 2h",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, arguments: path, options }) {
    const request = { path };
    if (options.wait === undefined || cli.dryRun)
      return await change(cli, "POST /v1/broadcasts/{id}/start", request, broadcastDetails);
    const started = await (await cli.client()).call("POST /v1/broadcasts/{id}/start", request);
    await waitUntil(cli, (timeoutMs) => follow(cli, started, timeoutMs));
  },
});
