import { isLostToAnother } from "../db/away.ts";

/** Rows a commit carries at most, so that one statement stays short. */
const BATCH_ROWS = 512;

type Waiting<Row, Result> = { row: Row; resolve(result: Result): void; reject(cause: unknown): void };

/**
 * Group commit: rows that arrive while a commit is in flight join the next
 * one, so a commit carries as many rows as there are waiters. There is no
 * timer: a lone row is committed at once. `commit` returns one result a row,
 * in order. A batch that fails because of its data is tried again row by row,
 * so that only the row at fault fails; one that lost a deadlock, as it is.
 */
export function groupCommit<Row, Result>(
  commit: (rows: readonly Row[]) => Promise<readonly Result[]>,
): (row: Row) => Promise<Result> {
  let waiting: Waiting<Row, Result>[] = [];
  let committing = false;

  async function commitAll(): Promise<void> {
    committing = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_ROWS);
      waiting = waiting.slice(BATCH_ROWS);
      await settle(commit, batch);
    }
    committing = false;
  }

  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject });
      if (!committing) void commitAll();
    });
}

async function settle<Row, Result>(
  commit: (rows: readonly Row[]) => Promise<readonly Result[]>,
  batch: readonly Waiting<Row, Result>[],
): Promise<void> {
  try {
    const results = await commit(batch.map((waiter) => waiter.row));
    batch.forEach((waiter, index) => {
      waiter.resolve(results[index] as Result);
    });
  } catch (cause) {
    if (isLostToAnother(cause)) return await settle(commit, batch);
    if (batch.length === 1 || !isAboutOneRow(cause)) {
      for (const waiter of batch) waiter.reject(cause);
      return;
    }
    for (const waiter of batch) await settle(commit, [waiter]);
  }
}

/** A data error (SQLSTATE class 22) or a violated constraint (23) is one row's fault; anything else is everybody's. */
function isAboutOneRow(cause: unknown): boolean {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code.startsWith("22") || code.startsWith("23");
}
