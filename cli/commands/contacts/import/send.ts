import { stat } from "node:fs/promises";
import type { ResponseOf } from "../../../../daemon/start/types/routes.ts";
import { transfer } from "../../../lib/api/transfer.ts";
import type { ContactImport } from "../../../lib/api/types/imports.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { type Bar, countBytes } from "../../../ui/progress.ts";
import { followImport } from "./follow.ts";
import { type ImportPlan, patienceFor } from "./plan.ts";

/** How many bytes a file has. Throws a usage failure when it can't be read. */
export async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`${file} can't be read (${error.code ?? error.message})`);
  });
  if (!found.isFile()) throw usageFailure(`${file} is not a file`);
  return found.size;
}

/** Sends a file and follows its import to its end, unless detached. */
export async function sendAndFollow(
  cli: Cli,
  plan: ImportPlan,
  size: number | null,
  progress: Bar,
  detached: boolean,
): Promise<ContactImport> {
  const source = size === null ? Bun.stdin.stream() : Bun.file(plan.file).stream();
  const response = await transfer(await cli.settings(), {
    route: "POST /v1/contacts/import",
    query: plan.query,
    headers: { "content-type": plan.contentType, "idempotency-key": crypto.randomUUID() },
    body: source.pipeThrough(countBytes(progress, "Sending", size)),
    timeoutMs: patienceFor(plan, cli.timeoutMs),
  });
  const { id } = (await response.json()) as ResponseOf<"POST /v1/contacts/import">;
  const client = await cli.client();
  if (detached) return await client.call("GET /v1/contacts/imports/{id}", { path: { id } });
  return await followImport(cli, id, progress);
}
