import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

export const healthShape = { arguments: {}, options: {} } as const;

export const healthCommands = [
  defineCommand({
    path: "health",
    summary: "Show whether the daemon is up and well",
    output: "status, version, uptime and one line for each check. Needs no API key.",
    shape: healthShape,
    examples: [
      { description: "In a script: is it up?", command: "waypost health --quiet > /dev/null && echo up" },
      { description: "Wait at most two seconds", command: "waypost health --timeout 2s --json" },
    ],
    exitCodes: [ExitCode.unreachable],
    load: () => import("./health.ts"),
  }),
];
