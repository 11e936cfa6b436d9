import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

export const triggerShape = {
  arguments: { event: { description: "Event type, for example message.new" } },
  options: { wait: { description: "Wait for the endpoints' answers, at most --timeout (default 20s)" } },
} as const;

export const triggerCommands = [
  defineCommand({
    path: "trigger",
    summary: "Let an event happen for a test",
    description:
      'Let an event happen for a test: a realistic body with `"test": true`, to every endpoint that subscribes to it, and to `waypost listen`. Nothing else changes.',
    output:
      "The webhook-id, the event type, and one value for each endpoint: its id and, with --wait, what it answered.",
    shape: triggerShape,
    writes: true,
    examples: [
      { description: "A message comes in", command: "waypost trigger message.new" },
      {
        description: "And all endpoints must take it",
        command: "waypost trigger message.status_update --wait",
      },
    ],
    exitCodes: [ExitCode.refused, ExitCode.unreachable, ExitCode.failed, ExitCode.timeout],
    load: () => import("./trigger.ts"),
  }),
];
