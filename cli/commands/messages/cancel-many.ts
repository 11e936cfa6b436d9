import { readUntil } from "../../lib/actions/read-until.ts";
import type { Cancellation, CancellationFilters } from "../../lib/api/types/messages.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { agree } from "../../lib/input/agree.ts";
import { waitSaying } from "../../lib/terminal/interrupt.ts";
import { cancellationColumns } from "./columns.ts";

const ROUTE = "POST /v1/messages/cancel";
const WAIT_MS = 600_000;
const PAUSE_MS = 250;

/** Counts the messages that wait and that filters match, asks, and has them cancelled; with `wait` until that is done. */
export async function cancelMany(
  cli: Cli,
  filters: CancellationFilters,
  { yes, wait }: { yes: boolean; wait: boolean },
): Promise<void> {
  const client = await cli.client();
  if (cli.dryRun || (!yes && cli.terminal.canPrompt)) {
    const { id } = await client.call(ROUTE, { body: { ...filters, dry_run: true } });
    const { matched } = await ended(cli, id, "Counting");
    if (cli.dryRun || matched === 0) return await printCount(cli, matched);
    await agree(cli, yes, `Cancel ${describeCount(matched)}?`);
  } else await agree(cli, yes, "");
  const started = await client.call(ROUTE, { body: filters });
  await cli.output.record(wait ? await ended(cli, started.id, "Cancelling") : started, cancellationColumns);
}

async function printCount({ output }: Cli, matched: number): Promise<void> {
  await output.record({ matched }, [{ title: "matched", value: (row) => row.matched }]);
  output.note(matched === 0 ? "Nothing to cancel." : `${describeCount(matched)} would be cancelled.`);
}

function describeCount(matched: number): string {
  return matched === 1 ? "1 message" : `${matched.toLocaleString("en")} messages`;
}

/** The record of a cancellation once it is done. Exit 6 when that takes longer than --timeout. */
async function ended(cli: Cli, id: string, doing: string): Promise<Cancellation> {
  const client = await cli.client();
  const read = () => client.call("GET /v1/messages/cancellations/{id}", { path: { id } });
  const record = await waitSaying(
    () => cli.output.note(`${id} continues by itself; see: waypost messages cancellation ${id}`),
    cli.spinner(doing, () =>
      readUntil(read, isDone, { timeoutMs: cli.timeoutMs ?? WAIT_MS, pauseMs: PAUSE_MS }),
    ),
  );
  if (!isDone(record)) throw stillRunning(record);
  return record;
}

function isDone({ status }: Cancellation): boolean {
  return status === "done";
}

function stillRunning({ id, dry_run, matched }: Cancellation): Failure {
  const found = dry_run
    ? `the messages are still being counted; ${matched} so far`
    : `the messages are still being cancelled; ${matched} so far`;
  const hint = dry_run
    ? "Wait longer with --timeout."
    : `It continues by itself; see: waypost messages cancellation ${id}`;
  return new Failure(ExitCode.timeout, found, { code: "wait_timeout", hint });
}
