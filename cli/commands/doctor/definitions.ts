import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

export const doctorShape = {
  arguments: {},
  options: { strict: { description: "Warnings are problems too" } },
} as const;

export const doctorCommands = [
  defineCommand({
    path: "doctor",
    summary: "Look for what is wrong, and say what to do about it",
    description:
      "Look at the configuration here, the way to the daemon, its parts, clocks, database, migrations, disk, lanes, channels, endpoints and the hosts outside, and say what to do about each that is not well. Ends with exit code 5 when something is wrong, with 4 when the daemon is not reachable. What the daemon alone can see takes a key with the permission `*`.",
    output:
      "One line a finding: what was looked at, ok, warning, problem or skipped, what was found, what to do.",
    shape: doctorShape,
    examples: [
      { description: "Is everything well?", command: "waypost doctor" },
      {
        description: "What is to be done, for a monitor",
        command: "waypost doctor --json | jq '.data[] | select(.status == \"problem\")'",
      },
    ],
    exitCodes: [ExitCode.unreachable, ExitCode.failed],
    load: () => import("./doctor.ts"),
  }),
];
