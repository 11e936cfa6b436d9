import { command } from "../../lib/command/command.ts";
import { listenOptions } from "./options.ts";

export const listen = command({
  path: "listen",
  summary: "Forward events to a program on this machine",
  description:
    "Forward events to a program on this machine as they happen, signed like webhooks, in order, each with its answer. Nothing has to be reachable from outside. On a terminal events can be looked at and sent again. A connection that is lost is made again without missing any; events triggered for a test come too.",
  output:
    "The signing secret, then one line an event: webhook-id, event type, the answer's status or what went wrong, milliseconds; with --json one JSON object a line.",
  options: listenOptions,
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
  async run({ cli, options }) {
    const { forwardEvents } = await import("./forward-events.ts");
    await forwardEvents(cli, options);
  },
});
