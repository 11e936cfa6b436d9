import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { filterOptions } from "../events/filters.ts";

export const listenShape = {
  arguments: {},
  options: {
    "forward-to": { value: "address", required: true, description: "Where to post the events" },
    ...filterOptions,
    after: { value: "id", description: "Start after this event (default: now)" },
    secret: {
      value: "secret",
      description: "Sign with this secret (default: WAYPOST_LISTEN_SECRET, else a new one that is shown)",
    },
    "skip-verify": { description: "Don't check the certificate of an https address" },
  },
} as const;

export const listenCommands = [
  defineCommand({
    path: "listen",
    summary: "Forward events to a program on this machine",
    description:
      "Forward events to a program on this machine as they happen, signed like webhooks, in order, each with its answer. Nothing has to be reachable from outside. On a terminal events can be looked at and sent again. A connection that is lost is made again without missing any; events triggered for a test come too.",
    output:
      "The signing secret, then one line an event: webhook-id, event type, the answer's status or what went wrong, milliseconds; with --json one JSON object a line.",
    shape: listenShape,
    examples: [
      {
        description: "Everything, to a program in development",
        command: "waypost listen --forward-to http://localhost:3000/hook",
      },
      {
        description: "New messages alone",
        command: "waypost listen --forward-to localhost:3000/hook --events message.new",
      },
      {
        description: "What happened in the last hour, and from then on, for a script",
        command: "waypost listen --forward-to localhost:3000/hook --since 1h --json",
      },
    ],
    exitCodes: [ExitCode.refused, ExitCode.unreachable],
    load: () => import("./listen.ts"),
  }),
];
