import type { Logger } from "pino";
import type { Sql } from "../../../db/connection/client.ts";
import { mayPass } from "../../../db/connection/connection-errors.ts";
import { type ImportKey, type ImportRow, listRefusals } from "../../../db/imports/imports.ts";
import { type ImportEnd, restartImport } from "../../../db/imports/work.ts";
import { addRows, type Batch, emptyBatch, isFull, untilRefused } from "./batch.ts";
import { type Committer, createCommitter, stoppedBy } from "./commit.ts";
import { turnsOf } from "./turns.ts";

export type RunDependencies = {
  sql: Sql;
  daemonId: string;
  /** Whether the daemon is being stopped: the import is then left to the next owner of its lane. */
  isStopping(): boolean;
  log: Logger;
};

const AGAIN_MS = 5000;
/** So often a place of a file is tried: what fails then would fail for ever, and keep other imports waiting. */
const MOST_TRIES = 3;
const OUR_MISTAKE = "something went wrong on our side; the import's id finds it in the log";

/** Imports what has not been committed of a file. Never rejects. */
export type Runner = (key: ImportKey, signal: AbortSignal) => Promise<ImportEnd>;

/**
 * Runs imports, batch after batch. A batch, and how far it reaches, is one
 * transaction: whoever goes on after a crash begins right behind it.
 */
export function createRunner(dependencies: RunDependencies): Runner {
  const { sql, log } = dependencies;
  /** What failed here, and how often at the place that it had come to. */
  const failures = new Map<string, { place: number; tries: number }>();

  function triesAt(id: string, place: number): number {
    const before = failures.get(id);
    const tries = before?.place === place ? before.tries + 1 : 1;
    if (tries < MOST_TRIES) failures.set(id, { place, tries });
    else failures.delete(id);
    return tries;
  }

  function failed(id: string, place: number, cause: unknown): ImportEnd {
    const again = { id, status: "again", afterMs: AGAIN_MS } as const;
    if (mayPass(cause)) {
      log.warn({ import_id: id, err: cause }, "the database takes nothing now; the import will go on");
      return again;
    }
    const tries = triesAt(id, place);
    log.error({ err: cause, import_id: id, tries }, "an import failed");
    return tries < MOST_TRIES ? again : { id, status: "failed", error: OUR_MISTAKE };
  }

  return async ({ organization_id, id }, signal) => {
    let place = -1;
    try {
      const row = await restartImport(sql, organization_id, id);
      if (row === null) return { id, status: "ended" };
      place = row.place_offset;
      const end = (await stoppedBefore(sql, row)) ?? (await importAll(dependencies, row, signal));
      failures.delete(id);
      return end;
    } catch (cause) {
      return failed(id, place, cause);
    }
  };
}

/** How an import had ended that was killed before it could say so: its first refused record was to stop it. */
async function stoppedBefore(sql: Sql, row: ImportRow): Promise<ImportEnd | null> {
  if (row.on_error !== "stop" || row.refused === 0) return null;
  const [refusal] = await listRefusals(sql, row.organization_id, row.id, 0, 1);
  return refusal === undefined ? null : { id: row.id, ...stoppedBy(refusal) };
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
  return (await committer.settled()) ? { id, status: "again", afterMs: 0 } : { id, ...committer.end() };
}
