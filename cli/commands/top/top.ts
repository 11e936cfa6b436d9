import { watchValue } from "../../lib/actions/watch.ts";
import { type Client, createClient } from "../../lib/api/client.ts";
import type { Overview } from "../../lib/api/types/overview.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { parseDuration } from "../../lib/values/duration.ts";

const INTERVAL_MS = 2_000;
const SHORTEST_MS = 500;
const LONGEST_MS = 3_600_000;

/** A view that stands still for longer should say why. */
const PATIENCE_MS = 10_000;

export const top = command({
  path: "top",
  summary: "Watch channels, lanes, webhooks and failures",
  description:
    "Watch the health of channels, what waits in lanes and since when, rates, webhook lag, failing endpoints and recent errors. Choose with the arrow keys; p pauses and r resumes a channel or endpoint, Enter shows the details, ? explains the keys. If the daemon goes away, it is asked again until it is back. Without a terminal (a pipe, TERM=dumb, --json), the state is printed once, or repeatedly with --interval. Needs the permission channels:read; messages and webhooks need messages:read and webhooks:manage.",
  output:
    "On a terminal, a live view. Otherwise lines with a subject (overview, status, messages a minute, webhooks, channel, lane, endpoint, error) and its values; with --json, the API's response as one object, or one line each time with --interval.",
  options: {
    interval: {
      value: "duration",
      description: "How often to refresh, from 500ms to 1h (default: 2s)",
    },
    once: { description: "Print the current state and stop, also on a terminal" },
  },
  examples: [
    { description: "Watch", command: "waypost top" },
    {
      description: "Late lanes, for a script",
      command: "waypost top --json | jq '.lanes[] | select(.oldest_due_at != null)'",
    },
    { description: "A line every ten seconds, for a log", command: "waypost top --json --interval 10s" },
  ],
  async run({ cli, options }) {
    const intervalMs = options.interval === undefined ? undefined : intervalOf(options.interval);
    if (options.once && intervalMs !== undefined) throw usageFailure("give one of --once and --interval");
    // by the client that tries again and turns a spinner: nothing is drawn yet
    const first = await (await cli.client()).call("GET /v1/overview", {});
    const isSingle = options.once || intervalMs === undefined;
    if (isDrawable(cli) && !options.once) return await watchInView(cli, first, intervalMs ?? INTERVAL_MS);
    const { printSnapshot } = await import("./snapshot.ts");
    await printSnapshot(cli, first, !isSingle);
    if (!isSingle) await printOn(cli, intervalMs, (overview) => printSnapshot(cli, overview, true));
  },
});

async function watchInView(cli: Cli, first: Overview, intervalMs: number): Promise<void> {
  const client = await quickClient(cli);
  const { openTopScreen } = await import("./screen.tsx");
  const { url } = await cli.settings();
  const screen = await openTopScreen({ first, client, url, style: cli.output.dataStyle });
  const watching = watchValue({
    read: () => client.call("GET /v1/overview", {}),
    intervalMs,
    shown: screen.show,
    lost: screen.lost,
  });
  screen.changed(watching.hurry);
  await Promise.race([watching.ended, screen.ended]).finally(screen.close);
}

async function printOn(
  cli: Cli,
  intervalMs: number,
  shown: (overview: Overview) => Promise<void>,
): Promise<never> {
  const client = await quickClient(cli);
  const { ended } = watchValue({
    read: () => client.call("GET /v1/overview", {}),
    intervalMs,
    shown,
    lost: (reason) => cli.output.note(`Retrying: ${reason}.`),
  });
  return await ended;
}

/** A client that fails at once: its user retries by itself. */
async function quickClient(cli: Cli): Promise<Client> {
  const timeoutMs = cli.timeoutMs ?? PATIENCE_MS;
  return createClient({ settings: await cli.settings(), timeoutMs, pausesMs: [] });
}

function isDrawable({ terminal, output, flags }: Cli): boolean {
  const isTerminal = output.format === "terminal" && terminal.canPrompt && terminal.canRedraw;
  return isTerminal && !flags.quiet && flags.fields === undefined;
}

function intervalOf(text: string): number {
  const intervalMs = parseDuration(text);
  if (intervalMs >= SHORTEST_MS && intervalMs <= LONGEST_MS) return intervalMs;
  throw usageFailure("--interval is from 500ms to 1h");
}
