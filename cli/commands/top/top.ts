import { type Client, createClient } from "../../lib/api/client.ts";
import type { Overview } from "../../lib/api/types/overview.ts";
import type { Cli } from "../../lib/command/cli.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { parseDuration } from "../../lib/values/duration.ts";
import type { topShape } from "./definitions.ts";
import { printSnapshot } from "./snapshot.ts";
import { watchOverview } from "./watch.ts";

const INTERVAL_MS = 2_000;
const SHORTEST_MS = 500;
const LONGEST_MS = 3_600_000;
/** A view that stands still for longer should say why. */
const PATIENCE_MS = 10_000;

/** Watches in a view, or tells how things are, once or again and again. */
export async function run({ cli, options }: Input<typeof topShape>): Promise<void> {
  const intervalMs = options.interval === undefined ? undefined : intervalOf(options.interval);
  if (options.once && intervalMs !== undefined) throw usageFailure("give one of --once and --interval");
  // by the client that tries again and turns a spinner: nothing is drawn yet
  const first = await (await cli.client()).call("GET /v1/overview", {});
  const isSingle = options.once || intervalMs === undefined;
  if (isDrawable(cli) && !options.once) return await watchInView(cli, first, intervalMs ?? INTERVAL_MS);
  await printSnapshot(cli, first, !isSingle);
  if (!isSingle) await printOn(cli, intervalMs);
}

async function watchInView(cli: Cli, first: Overview, intervalMs: number): Promise<void> {
  const client = await quickClient(cli);
  const { openTopScreen } = await import("./screen.tsx");
  const { url } = await cli.settings();
  const screen = await openTopScreen({ first, client, url, style: cli.output.dataStyle });
  const watching = watchOverview({
    read: () => client.call("GET /v1/overview", {}),
    intervalMs,
    shown: screen.show,
    lost: screen.lost,
  });
  screen.changed(watching.hurry);
  await Promise.race([watching.ended, screen.ended]).finally(screen.close);
}

async function printOn(cli: Cli, intervalMs: number): Promise<never> {
  const client = await quickClient(cli);
  const { ended } = watchOverview({
    read: () => client.call("GET /v1/overview", {}),
    intervalMs,
    shown: (overview) => printSnapshot(cli, overview, true),
    lost: (reason) => cli.output.note(`Asking again: ${reason}.`),
  });
  return await ended;
}

/** A client that says at once what is wrong: whoever uses it tries again by itself. */
async function quickClient(cli: Cli): Promise<Client> {
  const timeoutMs = cli.timeoutMs ?? PATIENCE_MS;
  return createClient({ settings: await cli.settings(), timeoutMs, pauses: [] });
}

function isDrawable({ terminal, output, flags }: Cli): boolean {
  const isTerminal = output.format === "terminal" && terminal.canPrompt && terminal.canRedraw;
  return isTerminal && !flags.quiet && flags.fields === undefined;
}

function intervalOf(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds >= SHORTEST_MS && milliseconds <= LONGEST_MS) return milliseconds;
  throw usageFailure("--interval is from 500ms to 1h");
}
