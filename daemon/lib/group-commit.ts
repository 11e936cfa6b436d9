import { isAboutOneRow, isDeadlock } from "../../db/connection/connection-errors.ts";
import type { Names } from "./turns/fair-queue.ts";
import { inRounds } from "./turns/rounds.ts";

/** Rows a commit carries at most, so that one statement stays short. */
const BATCH_ROWS = 512;
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
    if (waiting.length > BATCH_ROWS && namesOf) waiting = inRounds(waiting, ({ row }) => namesOf(row));
    const batch = waiting.slice(0, BATCH_ROWS);
    waiting = waiting.slice(BATCH_ROWS);
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
