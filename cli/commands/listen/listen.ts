import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { listenOptions } from "./options.ts";

export const listen = command({
  path: "listen",
  summary: "Forward events to a program on this machine",
  description:
    "Forward events to a program on this machine as they happen, signed like webhooks, in order, each with its answer. Nothing has to be reachable from outside. On a terminal events can be looked at and sent again. A connection that is lost is made again without missing any; events triggered for a test come too.",
  output:
    "The signing secret, then one line an event: webhook-id, event type, the answer's status or what went wrong, milliseconds; with --json one JSON object a line. With --print-secret the secret alone.",
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
      description: "The secret, for your program to verify with",
      command: "export WAYPOST_WEBHOOK_SECRET=$(waypost listen --print-secret)",
    },
    {
      description: "What happened in the last hour, and from then on, for a script",
      command: "waypost listen --forward-to localhost:3000/hook --since 1h --json",
    },
  ],
  async run({ cli, options }) {
    if (options["print-secret"]) return await printSecret(cli, options.secret);
    const { forwardEvents } = await import("./forward-events.ts");
    await forwardEvents(cli, options);
  },
});

async function printSecret(cli: Cli, given: string | undefined): Promise<void> {
  const { listenSecret } = await import("./secret.ts");
  const secret = await listenSecret(cli, given);
  await cli.output.line({ secret }, secret);
}
