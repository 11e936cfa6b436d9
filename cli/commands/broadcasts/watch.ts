import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { follow } from "./follow.ts";
import { waitUntil } from "./wait.ts";

export const watchBroadcast = command({
  path: "broadcasts watch",
  summary: "Follow a broadcast to its end",
  description:
    "Show how far a broadcast is: a bar with its pace and the time that is left, how many messages were delivered, read and failed over time, and why they failed. Interrupting it leaves the broadcast as it is.",
  output: "The broadcast as it is at its end.",
  arguments: { id: { of: "broadcasts", description: "Broadcast to follow" } },
  examples: [
    { description: "Follow one", command: "waypost broadcasts watch bc_01JDB2M5S8V0ZC3K7Q2M4N6P93" },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  run: ({ cli, arguments: path }) => waitUntil(cli, (timeoutMs) => follow(cli, path, timeoutMs)),
});
