import { readUntil } from "../../../lib/actions/read-until.ts";
import type { ContactImport } from "../../../lib/api/types/imports.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { ExitCode } from "../../../lib/failures/exit-codes.ts";
import { Failure } from "../../../lib/failures/failure.ts";
import { sayOnInterrupt } from "../../../lib/terminal/interrupt.ts";
import { type Bar, createMeter } from "../../../ui/progress.ts";

const PAUSE_MS = 300;

/** Reads an import again and again until it has ended, or --timeout is over: then the failure says that it continues. */
export async function followImport(cli: Cli, id: string, progress: Bar): Promise<ContactImport> {
  const client = await cli.client();
  const meter = createMeter("records");
  const release = sayOnInterrupt(() => cli.output.note(`The import continues: waypost imports get ${id}`));
  const read = async () => {
    const job = await client.call("GET /v1/contacts/imports/{id}", { path: { id } });
    const share = job.bytes === 0 ? 0 : job.bytes_done / job.bytes;
    if (!hasEnded(job)) progress.show({ label: "Importing", share, detail: meter(job.records, share) });
    return job;
  };
  const pace = { timeoutMs: cli.timeoutMs ?? Number.POSITIVE_INFINITY, pauseMs: PAUSE_MS };
  const job = await readUntil(read, hasEnded, pace).finally(release);
  if (!hasEnded(job)) throw stillRunning(job);
  return job;
}

function hasEnded({ status }: ContactImport): boolean {
  return ["completed", "failed", "cancelled"].includes(status);
}

function stillRunning({ id, status }: ContactImport): Failure {
  return new Failure(ExitCode.timeout, `the import is still ${status}`, {
    code: "timeout",
    hint: `It continues: waypost imports get ${id}`,
  });
}
