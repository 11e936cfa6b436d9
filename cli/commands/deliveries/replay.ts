import { readUntil } from "../../lib/actions/read-until.ts";
import type { Client } from "../../lib/api/client.ts";
import type { Replay, ReplayRange } from "../../lib/api/types/webhooks.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, interrupted } from "../../lib/failures/failure.ts";
import { confirm } from "../../lib/input/confirm.ts";
import { parseTime } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { eventTypes } from "../events/filters.ts";
import { replayColumns } from "./columns.ts";
import { openReplayProgress } from "./replay-progress.ts";

const ROUTE = "POST /v1/settings/developer/webhooks/deliveries/replay";
const RECORD = "GET /v1/settings/developer/webhooks/deliveries/replays/{id}";
const WAIT_MS = 600_000;
const PAUSE_MS = 250;

const options = {
  since: { value: "time", required: true, description: "Events since: 2h, 7d (ago) or a date" },
  until: { value: "time", description: "Events before: 2h, 7d (ago) or a date (default: now)" },
  endpoint: {
    value: "id",
    of: "endpoints",
    description: "Only to this endpoint (default: every enabled one)",
  },
  events: {
    value: "types",
    of: "eventTypes",
    repeat: true,
    description: "Only these event types, comma-separated",
  },
  status: {
    value: "status",
    choices: ["failed", "exhausted", "succeeded", "all"],
    description:
      "failed: everything without a successful delivery; exhausted: only what is not retried any more (default: failed)",
  },
  "dry-run": { description: "Only count" },
  yes: { description: "Don't ask" },
} as const;

type Options = OptionValues<typeof options>;

/** Counts what would be delivered again, says so, has it delivered, and follows that to its end. */
export const replayDeliveries = command({
  path: "deliveries replay",
  summary: "Deliver a range of events again",
  description:
    "Deliver a range of events again. Counts the deliveries first, asks on a terminal, and follows them to the end, for at most --timeout (default 10m); the replay continues without the command.",
  output: "The replay's record; with --dry-run only `matched`.",
  options,
  examples: [
    {
      description: "After an outage: count",
      command: "waypost deliveries replay --since 2h --status failed --dry-run",
    },
    {
      description: "Then deliver, without asking",
      command: "waypost deliveries replay --since 2h --endpoint ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes",
    },
    {
      description: "Everything of one kind, including what was delivered",
      command: "waypost deliveries replay --since 1d --events message.new --status all",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, options }) {
    const range = rangeOf(options);
    const client = await cli.client();
    const { matched, until } = await count(cli, client, range);
    if (cli.dryRun || matched === 0) return printCount(cli, matched);
    cli.output.note(`${describeCount(matched)} will be made.`);
    if (!options.yes && cli.terminal.canPrompt && !(await confirm("Continue?"))) throw interrupted();
    // one "now", the daemon's, for the count and for the deliveries
    const { id } = await client.call(ROUTE, { body: { ...range, until } });
    const replay = await follow(cli, client, id, matched);
    await cli.output.record(replay, replayColumns);
    const reason = failureOf(replay);
    if (reason !== null) throw reason;
  },
});

type Counted = { matched: number; until: string };

/** How many deliveries a replay would make, and until when: the daemon counts them piece by piece. */
async function count(cli: Cli, client: Client, range: ReplayRange): Promise<Counted> {
  const { id } = await client.call(ROUTE, { body: { ...range, dry_run: true } });
  const { matched, queued, until } = await follow(cli, client, id, null);
  if (matched !== null) return { matched, until };
  throw new Failure(ExitCode.timeout, `the deliveries are still being counted; ${queued} so far`, {
    code: "wait_timeout",
    hint: "Wait longer with --timeout, or choose a shorter range.",
  });
}

function rangeOf({ since, until, endpoint, events, status }: Options): ReplayRange {
  return {
    since: parseTime(since, -1),
    ...given({
      until: until === undefined ? undefined : parseTime(until, -1),
      endpoint_id: endpoint,
      event_types: events.length === 0 ? undefined : eventTypes(events),
      status,
    }),
  };
}

async function printCount({ output }: Cli, matched: number): Promise<void> {
  await output.record({ matched }, [{ title: "matched", value: (row) => row.matched }]);
  output.note(matched === 0 ? "Nothing to redeliver." : `${describeCount(matched)} would be made.`);
}

function describeCount(matched: number): string {
  return matched === 1 ? "1 delivery" : `${matched.toLocaleString("en")} deliveries`;
}

/** Shows how far a replay is until it ends, or the time is up; `expected` is how many deliveries it will make, if known. */
async function follow(cli: Cli, client: Client, id: string, expected: number | null): Promise<Replay> {
  const progress = await openReplayProgress(cli);
  const read = async () => {
    const replay = await client.call(RECORD, { path: { id } });
    if (!hasEnded(replay) || !replay.dry_run) progress.show({ ...replay, expected });
    return replay;
  };
  const pace = { timeoutMs: cli.timeoutMs ?? WAIT_MS, pauseMs: PAUSE_MS };
  return await readUntil(read, hasEnded, pace).finally(progress.close);
}

function hasEnded({ status }: Replay): boolean {
  return status === "done" || status === "cancelled";
}

function failureOf({ id, status, exhausted }: Replay): Failure | null {
  if (status === "cancelled")
    return new Failure(ExitCode.failed, `the replay ${id} was cancelled`, { code: "replay_cancelled" });
  if (status !== "done") {
    const hint = `It continues by itself; see: waypost replays get ${id}`;
    return new Failure(ExitCode.timeout, `the replay ${id} is still ${status}`, {
      code: "wait_timeout",
      hint,
    });
  }
  if (exhausted === 0) return null;
  return new Failure(ExitCode.failed, `${describeCount(exhausted)} finally failed`, {
    code: "replay_exhausted",
    hint: "See why: waypost deliveries list --status exhausted",
  });
}
