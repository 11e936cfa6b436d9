import { readUntil } from "../../lib/actions/read-until.ts";
import type { TemplateSync } from "../../lib/api/types/templates.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";

const WAIT_MS = 60_000;
const PAUSE_MS = 200;

/**
 * Waits until a requested sync has read all templates from Meta. Rejects with a `Failure` when that takes
 * too long; one that failed is returned.
 */
export async function readFromMeta(cli: Cli, { id }: { id: string }): Promise<TemplateSync> {
  const client = await cli.client();
  const read = () => client.call("GET /v1/templates/sync/{id}", { path: { id } });
  const sync = await cli.spinner("Reading templates from Meta", () =>
    readUntil(read, hasEnded, { timeoutMs: cli.timeoutMs ?? WAIT_MS, pauseMs: PAUSE_MS }),
  );
  if (hasEnded(sync)) return sync;
  throw new Failure(ExitCode.timeout, `the sync ${id} is still ${sync.status}`, { code: "timeout" });
}

/** Rejects with a `Failure` when a sync failed. */
export function mustSucceed({ status, error }: TemplateSync): void {
  if (status === "failed")
    throw new Failure(ExitCode.failed, error ?? "the sync failed", { code: "sync_failed" });
}

function hasEnded({ status }: TemplateSync): boolean {
  return status === "succeeded" || status === "failed";
}
