import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

export const topShape = {
  arguments: {},
  options: {
    interval: {
      value: "duration",
      description: "How often the daemon is asked, from 500ms to 1h (default: 2s)",
    },
    once: { description: "On a terminal too: print how it is now, and end" },
  },
} as const;

export const topCommands = [
  defineCommand({
    path: "top",
    summary: "Watch channels, lanes, webhooks and what fails",
    description:
      "Watch channels with their health, lanes with what waits in them and since when, rates, how far webhooks lag, endpoints that fail and recent errors. Arrows choose, p pauses and r resumes the chosen channel or endpoint, Enter shows all of it, ? explains the keys. A daemon that goes away is asked again until it is back. Where no view can be drawn (a pipe, TERM=dumb, --json) it is told once, with --interval again and again. Takes the permission channels:read; messages:read and webhooks:manage show what they are about.",
    output:
      "On a terminal a view that is drawn again as things change. Otherwise lines of what they are about (overview, status, messages a minute, webhooks, channel, lane, endpoint, error) and their values, with --json the API's answer as one object, with --interval too as one line each time.",
    shape: topShape,
    examples: [
      { description: "Watch", command: "waypost top" },
      {
        description: "What is late, for a script",
        command: "waypost top --json | jq '.lanes[] | select(.oldest_due_at != null)'",
      },
      { description: "A line every ten seconds, to be kept", command: "waypost top --json --interval 10s" },
    ],
    exitCodes: [ExitCode.refused, ExitCode.unreachable],
    load: () => import("./top.ts"),
  }),
];
