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
  /** Whether the daemon is stopping; the import is then left to the next owner of its lane. */
  isStopping(): boolean;
  log: Logger;
};

const AGAIN_MS = 5000;
/**
 * How often a position in a file is tried: a failure there would otherwise repeat for ever and
 * keep other imports waiting.
 */
const MOST_TRIES = 3;
const OUR_MISTAKE = "something went wrong on our side; the import's id finds it in the log";

/** Imports the part of a file that has not been committed. Never rejects. */
export type Runner = (key: ImportKey, signal: AbortSignal) => Promise<ImportEnd>;

/**
 * Runs imports batch by batch. A batch and the position it reaches are one transaction, so
 * after a crash an import resumes right after it.
 */
export function createRunner(dependencies: RunDependencies): Runner {
  const { sql, log } = dependencies;
  /** Failures of each import: the position it had reached, and how often it failed there. */
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
      log.warn(
        { import_id: id, err: cause },
        "the database can't store anything now; the import will continue",
      );
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

/** The end of an import that was killed before it was recorded: its first refused record was to stop it. */
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
    addRows(batch, rows, { country: row.default_country, isStrict: stops }, next);
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
