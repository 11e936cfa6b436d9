import { followEvents } from "../../lib/api/event-stream.ts";
import { followRequests } from "../../lib/api/request-stream.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { sayOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { parseTime } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { withAdvice } from "./advice.ts";
import { type Connections, createConnections } from "./connections.ts";
import { type Wanted, wantedOf } from "./filters.ts";
import { readKnown } from "./known.ts";
import { type Entry, messageEntry, requestEntry } from "./lines.ts";
import { tailOptions } from "./options.ts";
import { printEntry } from "./print.ts";

type Cursors = { requests?: string | undefined; messages?: string | undefined };

/** How far back is looked for the last lines, and for all that is known, when nothing is said. */
const BEFORE_LAST = "10m";
const BEFORE_END = "1h";

export const tailLogs = command({
  path: "logs tail",
  summary: "Print API requests and message steps as they happen",
  description:
    "Print the organisation's API requests and the steps of its messages as they happen, until Ctrl-C. Never shows bodies, queries or secrets. A filter for requests leaves out messages, and vice versa. Reconnects by itself without missing a step of a message. Each daemon keeps the last 500 requests in memory; if one stops and loses some, you are told.",
  output:
    "One line each, tab-separated: time, `request`, method, status, milliseconds, path, error code, name of the key or user, its id, request id; or time, `message`, out or in, status, milliseconds since it was accepted, number, error code, what it says, type, message id, channel. With --json, one JSON object per line, whose kind is `request` or `message`.",
  options: tailOptions,
  examples: [
    { description: "Everything", command: "waypost logs tail" },
    {
      description: "Failures, from ten minutes ago on",
      command: "waypost logs tail --errors --since 10m",
    },
    {
      description: "Which keys are rate limited, for a script",
      command: "waypost logs tail --requests --status 429 --json | jq -r .actor.name",
    },
    {
      description: "Everything about one message",
      command: "waypost logs tail --message 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11 --since 1d --no-follow",
    },
  ],
  async run({ cli, options }) {
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
  },
});

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
    filters: { ...filters, ...given({ after }) },
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
    filters: { ...filters, ...given({ after }) },
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
    forgotten: () => output.warn("a daemon stopped: its last requests may be missing here"),
  };
}

function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw usageFailure(`--last: '${text}' is not a number of lines`, "Write it like -n 20.");
}
