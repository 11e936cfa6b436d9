import type { Sql } from "../../../db/connection/client.ts";
import type { ImportRow } from "../../../db/imports/imports.ts";
import { type CommitInput, commitRows, publishProgress } from "../../../db/imports/work.ts";
import { MOST_OF_A_CONTACT } from "../../contacts/fields.ts";
import { stepBack } from "../../lib/give-way.ts";
import { retryDeadlock } from "../../lib/retry-deadlock.ts";
import { withDoubtful } from "../ambiguous.ts";
import { parseSettings } from "../read/prepare.ts";
import { type Batch, cutAt, type RefusedRow } from "./batch.ts";

const REPORT_MS = 5000;
/** How much of a refused record is kept. */
const MOST_RECORD_BYTES = 16 * 1024;

/** How an import ends once everything is committed; `ended` means that another process ended it. */
export type End = { status: "completed" | "ended" } | { status: "failed"; error: string };

/** Commits the batches of an import one at a time, while the next is being read. */
export type Committer = {
  /** With `isLast` no progress is reported, since the end follows. */
  begin(batch: Batch, isLast?: boolean): void;
  /**
   * Resolves once the last batch is committed, with whether the import continues. Rejects with
   * the database's error.
   */
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
  let reportedAt = 0;
  let { ambiguous, ...settings } = parseSettings(row.settings);

  async function commit(batch: Batch, isLast: boolean): Promise<boolean> {
    const startedAt = performance.now();
    const found = withDoubtful(ambiguous, batch.rows);
    const noted = found === ambiguous ? null : JSON.stringify({ ...settings, ambiguous: found });
    const { goesOn, conflicts } = await retryDeadlock(() =>
      commitRows(sql, row, daemonId, { ...inputOf(batch, stops), settings: noted }),
    );
    if (!goesOn) return finish({ status: "ended" });
    const [conflict] = stops ? conflicts : [];
    // nothing of the batch was stored: it is committed again, up to the conflicting record
    if (conflict !== undefined) return await commit(cutAt(batch, conflict), isLast);
    ambiguous = found;
    const [refusal] = stops ? batch.refusals : [];
    if (refusal !== undefined) return finish(stoppedBy(refusal));
    if (isLast) return true;
    await reportProgress();
    await stepBack(performance.now() - startedAt);
    return true;
  }

  function finish(how: End): false {
    end = how;
    return false;
  }

  async function reportProgress(): Promise<void> {
    if (Date.now() - reportedAt < REPORT_MS) return;
    reportedAt = Date.now();
    await publishProgress(sql, row);
  }

  return {
    begin(batch, isLast = false) {
      running = commit(batch, isLast);
      // a failure is handled when the next batch is ready
      running.catch(() => {});
    },
    settled: () => running,
    end: () => end,
  };
}

/** The end of an import that stops at its first refused record. */
export function stoppedBy({ line, detail }: { line: number; detail: string }) {
  return { status: "failed" as const, error: `line ${line}: ${detail}` };
}

function inputOf(batch: Batch, stops: boolean): Omit<CommitInput, "settings"> {
  const { rows, refusals, records, next } = batch;
  return {
    rows: rows.map(({ contact, fault }) => ({ ...contact, incomplete: fault !== null })),
    refusals: refusals.map(shortened),
    incomplete: rows.flatMap(({ line, bytes, fault }) =>
      fault === null ? [] : shortened({ line, bytes, ...fault }),
    ),
    conflictOf: (index) =>
      shortened({ ...CONFLICT, line: rows[index]?.line ?? 0, bytes: rows[index]?.bytes ?? NOTHING }),
    ...{ stops, records, next },
  };
}

const CONFLICT = {
  code: "conflict",
  detail: `the identifiers are those of different contacts, or the contact would have more than ${MOST_OF_A_CONTACT}`,
};
const NOTHING = new Uint8Array();

function shortened(refusal: RefusedRow): RefusedRow {
  return { ...refusal, bytes: refusal.bytes.subarray(0, MOST_RECORD_BYTES) };
}
