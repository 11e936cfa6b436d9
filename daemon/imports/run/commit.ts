import type { Sql } from "../../../db/connection/client.ts";
import type { ImportRow } from "../../../db/imports/imports.ts";
import { type CommitInput, commitRows, tellProgress } from "../../../db/imports/work.ts";
import { retryDeadlock } from "../../lib/retry-deadlock.ts";
import { type Batch, cutAt, type RefusedRow } from "./batch.ts";
import { stepBack } from "./give-way.ts";

const TELL_MS = 5000;
/** What is kept of a refused record. */
const KEPT_BYTES = 16 * 1024;

/** What an import comes to once nothing more is to be committed; `ended` was settled by somebody else. */
export type End = { status: "completed" | "ended" } | { status: "failed"; error: string };

/** Commits the batches of an import, one at a time, while the next is being read. */
export type Committer = {
  /** With `isLast`, the end is told next, and progress is not. */
  begin(batch: Batch, isLast?: boolean): void;
  /** Resolves once the last batch is committed: whether the import goes on. Rejects with what the database failed of. */
  settled(): Promise<boolean>;
  end(): End;
};

export function createCommitter(
  { sql, daemonId }: { sql: Sql; daemonId: string },
  row: ImportRow,
): Committer {
  const stops = row.on_error === "stop";
  let running: Promise<boolean> = Promise.resolve(true);
  let end: End = { status: "completed" };
  let toldAt = 0;

  async function commit(batch: Batch, isLast: boolean): Promise<boolean> {
    const startedAt = performance.now();
    const { goesOn, conflicts } = await retryDeadlock(() =>
      commitRows(sql, row, daemonId, inputOf(batch, stops)),
    );
    if (!goesOn) return finish({ status: "ended" });
    const [conflict] = stops ? conflicts : [];
    // nothing of the batch was taken: it is again, as far as the record that is in the way
    if (conflict !== undefined) return await commit(cutAt(batch, conflict), isLast);
    const [refusal] = stops ? batch.refusals : [];
    if (refusal !== undefined) return finish(stoppedBy(refusal));
    if (isLast) return true;
    await tell();
    await stepBack(performance.now() - startedAt);
    return true;
  }

  function finish(how: End): false {
    end = how;
    return false;
  }

  async function tell(): Promise<void> {
    if (Date.now() - toldAt < TELL_MS) return;
    toldAt = Date.now();
    await tellProgress(sql, row);
  }

  return {
    begin(batch, isLast = false) {
      running = commit(batch, isLast);
      // a failure is looked at when the next batch is ready
      running.catch(() => {});
    },
    settled: () => running,
    end: () => end,
  };
}

/** The end of an import that its first refused record stops. */
export function stoppedBy({ line, detail }: { line: number; detail: string }) {
  return { status: "failed" as const, error: `line ${line}: ${detail}` };
}

function inputOf(batch: Batch, stops: boolean): CommitInput {
  const { rows, refusals, records, next } = batch;
  return {
    rows: rows.map(({ contact }) => contact),
    refusals: refusals.map(kept),
    conflictOf: (index) =>
      kept({ ...CONFLICT, line: rows[index]?.line ?? 0, bytes: rows[index]?.bytes ?? NOTHING }),
    ...{ stops, records, next },
  };
}

const CONFLICT = {
  code: "conflict",
  detail:
    "the identifiers are those of different contacts, or the contact would have more than 100 custom fields, 64 KiB of them or 100 tags",
};
const NOTHING = new Uint8Array();

function kept(refusal: RefusedRow): RefusedRow {
  return { ...refusal, bytes: refusal.bytes.subarray(0, KEPT_BYTES) };
}
