import type { Logger } from "pino";
import { isDatabaseAway } from "../../db/away.ts";
import type { Sql } from "../../db/client.ts";
import { type ImportEnd, restartImport } from "../../db/import-work.ts";
import type { ImportKey, ImportRow } from "../../db/imports.ts";
import { addRows, type Batch, emptyBatch, isFull, untilRefused } from "./batch.ts";
import { type Committer, createCommitter } from "./commit.ts";
import { turnsOf } from "./turns.ts";

export type RunDependencies = {
  sql: Sql;
  daemonId: string;
  /** Whether the daemon is being stopped: the import is then left to the next owner of its lane. */
  isStopping(): boolean;
  log: Logger;
};

const AGAIN_MILLISECONDS = 5000;

/**
 * Imports what has not been committed of a file, batch after batch. A batch,
 * and how far it reaches, is one transaction: whoever goes on after a crash
 * begins right behind it. Never rejects.
 */
export async function runImport(
  dependencies: RunDependencies,
  { organization_id, id }: ImportKey,
  signal: AbortSignal,
): Promise<ImportEnd> {
  const { sql, log } = dependencies;
  try {
    const row = await restartImport(sql, organization_id, id);
    return row === null ? { id, status: "ended" } : await importAll(dependencies, row, signal);
  } catch (cause) {
    if (isDatabaseAway(cause)) log.warn({ import_id: id }, "the database is away; the import will go on");
    else log.error({ err: cause, import_id: id }, "an import failed; it is tried again");
    return { id, status: "again", at: new Date(Date.now() + AGAIN_MILLISECONDS) };
  }
}

async function importAll(
  dependencies: RunDependencies,
  row: ImportRow,
  signal: AbortSignal,
): Promise<ImportEnd> {
  const { id } = row;
  const stops = row.on_error === "stop";
  const committer = createCommitter(dependencies, row);
  let batch = emptyBatch({ offset: row.place_offset, line: row.place_line });
  for await (const { rows, next } of turnsOf(dependencies.sql, row)) {
    if (signal.aborted || dependencies.isStopping()) return await handOver(committer, id);
    addRows(batch, rows, row.default_country, next);
    if (stops && batch.refusals.length > 0) break;
    if (!isFull(batch)) continue;
    // the database takes a batch while the next is read
    if (!(await committer.settled())) break;
    committer.begin(batch);
    batch = emptyBatch(next);
  }
  if (!(await committer.settled())) return { id, ...committer.end() };
  return await commitLast(committer, id, stops ? untilRefused(batch) : batch);
}

async function commitLast(committer: Committer, id: string, batch: Batch): Promise<ImportEnd> {
  committer.begin(batch, true);
  await committer.settled();
  return { id, ...committer.end() };
}

async function handOver(committer: Committer, id: string): Promise<ImportEnd> {
  return (await committer.settled()) ? { id, status: "again", at: new Date() } : { id, ...committer.end() };
}
