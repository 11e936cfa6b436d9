import { isAboutOneRow, isDeadlock } from "../../db/connection/connection-errors.ts";
import type { Names } from "./turns/fair-queue.ts";
import { inRounds } from "./turns/rounds.ts";

/** Rows a commit carries at most, so that one statement stays short. */
const BATCH_ROWS = 512;
/** Rows while several organisations ask: a row waits for the commits in front of it, however few rows its own have. */
const SHARED_ROWS = 32;
/** So long after one of several has asked, others may still. */
const SHARED_MS = 2000;
/** Rows that a commit beside another carries at least. */
const FEWEST_BESIDE = 8;

type Waiting<Row, Result> = { row: Row; resolve(result: Result): void; reject(cause: unknown): void };

/**
 * Group commit: rows that arrive while a commit is in flight join the next
 * one, so a commit carries as many rows as there are waiters. There is no
 * timer: a lone row is committed at once, with what else this turn of the event
 * loop brings. `commit` returns one result a row, in order. A batch that fails
 * because of its data is tried again row by row, so that only the row at fault
 * fails; one that lost a deadlock, as it is.
 *
 * With `atOnce` 2, a second commit begins beside the first when as many rows
 * wait as make it worth while: the database works on one while the other is
 * written to disk. Rows may then be committed in another order than they came.
 *
 * Where more wait than a commit carries, those that `namesOf` tells apart have equal shares of it.
 */
export function groupCommit<Row, Result>(
  commit: (rows: readonly Row[]) => Promise<readonly Result[]>,
  { atOnce = 1, namesOf }: { atOnce?: 1 | 2; namesOf?: (row: Row) => Names } = {},
): (row: Row) => Promise<Result> {
  let waiting: Waiting<Row, Result>[] = [];
  let inFlight = 0;
  let lastSize = 1;
  let isPlanned = false;
  const most = namesOf === undefined ? () => BATCH_ROWS : createMost(namesOf);

  /** Half of what the last commit carried: fewer would take the place of many that are about to come. */
  const isWorthWhile = () =>
    inFlight === 0 ? waiting.length > 0 : waiting.length >= Math.max(FEWEST_BESIDE, lastSize / 2);

  /** After this turn: the others that ask in it come along. */
  function plan(): void {
    if (isPlanned || inFlight >= atOnce || !isWorthWhile()) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      void commitNext();
    });
  }

  async function commitNext(): Promise<void> {
    const rows = most(waiting);
    if (waiting.length > rows && namesOf) waiting = inRounds(waiting, ({ row }) => namesOf(row));
    const batch = waiting.slice(0, rows);
    waiting = waiting.slice(rows);
    lastSize = batch.length;
    inFlight++;
    plan();
    await settle(commit, batch);
    inFlight--;
    plan();
  }

  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject });
      plan();
    });
}

/** How many of the waiting rows the next commit carries at most. */
function createMost<Row>(namesOf: (row: Row) => Names): (waiting: readonly { row: Row }[]) => number {
  const seen = new Map<string | undefined, number>();
  return (waiting) => {
    const now = Date.now();
    for (const { row } of waiting) seen.set(namesOf(row)[0], now);
    for (const [name, at] of seen) if (at < now - SHARED_MS) seen.delete(name);
    return seen.size > 1 ? SHARED_ROWS : BATCH_ROWS;
  };
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
    if (isDeadlock(cause)) return await settle(commit, batch);
    if (batch.length === 1 || !isAboutOneRow(cause)) {
      for (const waiter of batch) waiter.reject(cause);
      return;
    }
    for (const waiter of batch) await settle(commit, [waiter]);
  }
}
