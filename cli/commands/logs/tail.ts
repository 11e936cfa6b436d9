import { followEvents } from "../../lib/api/event-stream.ts";
import { followRequests } from "../../lib/api/request-stream.ts";
import type { Cli } from "../../lib/command/cli.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { sayOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { parseTime } from "../../lib/values/duration.ts";
import { withAdvice } from "./advice.ts";
import { type Connections, createConnections } from "./connections.ts";
import type { tailShape } from "./definitions.ts";
import { type Wanted, wantedOf } from "./filters.ts";
import { readKnown } from "./known.ts";
import { type Entry, messageEntry, requestEntry } from "./lines.ts";
import { printEntry } from "./print.ts";

type Cursors = { requests?: string | undefined; messages?: string | undefined };

/** How far back is looked for the last lines, and for all that is known, when nothing is said. */
const BEFORE_LAST = "10m";
const BEFORE_END = "1h";

/** Prints what is known, when that is asked for, then what happens, until it is interrupted. */
export async function run({ cli, options }: Input<typeof tailShape>): Promise<void> {
  const wanted = wantedOf(options);
  // after the ^C that the terminal shows
  sayOnInterrupt(() => cli.output.format === "terminal" && cli.output.note(""));
  const count = countOf(options.last);
  const since = options.since ?? (count === undefined ? undefined : BEFORE_LAST);
  const follows = !options["no-follow"];
  const begin = since ?? (follows ? undefined : BEFORE_END);
  try {
    const cursors = begin === undefined ? {} : await printKnown(cli, wanted, parseTime(begin, -1), count);
    if (follows) await follow(cli, wanted, cursors);
  } catch (error) {
    throw withAdvice(error, wanted);
  }
}

async function printKnown(
  cli: Cli,
  wanted: Wanted,
  since: string,
  count: number | undefined,
): Promise<Cursors> {
  const known = readKnown(await cli.client(), wanted, since, remarksOf(cli));
  const last: Entry[] = [];
  for await (const entry of known.entries) {
    if (count === undefined) await printEntry(cli, entry);
    else if (last.push(entry) > count) last.shift();
  }
  for (const entry of last) await printEntry(cli, entry);
  return known.cursors();
}

async function follow(cli: Cli, { requests, messages }: Wanted, cursors: Cursors): Promise<void> {
  const connections = createConnections(cli.output, [requests, messages].filter(Boolean).length);
  await Promise.all([
    requests === null ? undefined : printRequests(cli, requests, connections, cursors.requests),
    messages === null ? undefined : printMessages(cli, messages, connections, cursors.messages),
  ]);
}

async function printRequests(
  cli: Cli,
  { filters, shows }: NonNullable<Wanted["requests"]>,
  connections: Connections,
  after: string | undefined,
): Promise<void> {
  const { leftOut, forgotten } = remarksOf(cli);
  const { settings, timeoutMs, spinner } = cli;
  const following = followRequests({
    ...{ settings: await settings(), timeoutMs, spinner },
    filters: { ...filters, ...(after === undefined ? {} : { after }) },
  });
  for await (const followed of following.events) {
    if (followed.kind === "left_out") leftOut(followed.count);
    else if (followed.kind === "forgotten") forgotten();
    else if (followed.kind !== "request") connections.changed("requests", followed);
    else {
      const entry = requestEntry(followed.line);
      if (shows(entry)) await printEntry(cli, entry);
    }
  }
}

async function printMessages(
  cli: Cli,
  { filters, shows }: NonNullable<Wanted["messages"]>,
  connections: Connections,
  after: string | undefined,
): Promise<void> {
  const { settings, timeoutMs, spinner } = cli;
  const following = followEvents({
    ...{ settings: await settings(), timeoutMs, spinner },
    filters: { ...filters, ...(after === undefined ? {} : { after }) },
  });
  for await (const followed of following.events) {
    if (followed.kind !== "event") connections.changed("messages", followed);
    else {
      const entry = messageEntry(followed.event);
      if (shows(entry)) await printEntry(cli, entry);
    }
  }
}

function remarksOf({ output }: Cli) {
  return {
    leftOut: (count: number) =>
      output.warn(
        `${count} ${count === 1 ? "request is" : "requests are"} left out here: too many, or forgotten`,
      ),
    forgotten: () => output.warn("a daemon ended: the last requests it answered may be missing here"),
  };
}

function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw usageFailure(`--last: '${text}' is not a number of lines`, "Write it like -n 20.");
}
