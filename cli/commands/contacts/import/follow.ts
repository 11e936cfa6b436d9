import type { ContactImport } from "../../../lib/api/types/crm.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { ExitCode } from "../../../lib/failures/exit-codes.ts";
import { Failure } from "../../../lib/failures/failure.ts";
import { sayOnInterrupt } from "../../../lib/terminal/interrupt.ts";
import { type Bar, createMeter } from "../../../ui/progress.ts";

const PAUSE_MS = 300;

/** Reads an import again and again until it has ended, or --timeout is over: then the failure says that it goes on. */
export async function followImport(cli: Cli, id: string, progress: Bar): Promise<ContactImport> {
  const client = await cli.client();
  const deadline = performance.now() + (cli.timeoutMs ?? Number.POSITIVE_INFINITY);
  const meter = createMeter("records");
  const release = sayOnInterrupt(() => cli.output.note(`The import goes on: waypost imports get ${id}`));
  try {
    while (true) {
      const job = await client.call("GET /v1/contacts/imports/{id}", { path: { id } });
      if (["completed", "failed", "cancelled"].includes(job.status)) return job;
      const share = job.bytes === 0 ? 0 : job.bytes_done / job.bytes;
      progress.show({ label: "Importing", share, detail: meter(job.records, share) });
      if (performance.now() > deadline) throw stillRunning(job);
      await Bun.sleep(PAUSE_MS);
    }
  } finally {
    release();
  }
}

function stillRunning({ id, status }: ContactImport): Failure {
  return new Failure(ExitCode.timeout, `the import is still ${status}`, {
    code: "timeout",
    hint: `It goes on: waypost imports get ${id}`,
  });
}
