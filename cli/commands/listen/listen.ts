import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { listenOptions } from "./options.ts";

export const listen = command({
  path: "listen",
  summary: "Forward events to a program on this machine",
  description:
    "Forward events to a program on this machine as they happen, in order, signed like webhooks, and show each response. Your program doesn't have to be reachable from outside. On a terminal, you can look at events and send them again. Reconnects by itself without missing any; test events are forwarded too.",
  output:
    "The signing secret, then one line for each event: webhook-id, event type, the response's status or what went wrong, milliseconds; with --json, one JSON object per line. With --print-secret, only the secret.",
  options: listenOptions,
  examples: [
    {
      description: "Everything, to a program in development",
      command: "waypost listen --forward-to http://localhost:3000/hook",
    },
    {
      description: "Only new messages",
      command: "waypost listen --forward-to localhost:3000/hook --events message.new",
    },
    {
      description: "The secret, for your program to verify with",
      command: "export WAYPOST_WEBHOOK_SECRET=$(waypost listen --print-secret)",
    },
    {
      description: "Events of the last hour and new ones, for a script",
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
