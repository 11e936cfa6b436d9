import type { Sql } from "../../db/connection/client.ts";
import { databaseTime } from "../../db/connection/database-time.ts";
import { readSealed, replaceSealed, type SealedColumn, type SealedRow } from "../../db/secrets/sealed.ts";
import { transactionsSince } from "../../db/secrets/secrets.ts";
import { type Keyring, keyIdOf, SecretError } from "./envelope.ts";
import { RotationError } from "./master-key-error.ts";

/** Seals a secret again, in its own encryption context. */
export type Reseal = (sealed: string, context: string) => string;

/** A column of sealed secrets, and how to seal a row's text again. `key` is the row's primary key. */
export type ResealableColumn = SealedColumn & {
  reseal(value: string, key: readonly string[], again: Reseal): string;
};

/** The result for one column. */
export type Resealed = {
  /** Rows sealed again. */
  rows: number;
  /** Rows with a secret that no known key opens; they are left unchanged. */
  unreadable: number;
};

const BATCH = 200;
const LOOK_EVERY_MS = 200;

/**
 * Seals everything that is not sealed with the keyring's current key. A secret sealed before a
 * daemon followed the rotation may be stored, or copied by a transaction, after the first
 * pass, so passes repeat until one finds nothing. `settlingMs` allows for the storing, `patienceMs` for the
 * transaction. Throws `RotationError` when a transaction does not end.
 */
export async function resealUntilNothingIsLeft(
  sql: Sql,
  keyring: Keyring,
  columns: readonly ResealableColumn[],
  { settlingMs, patienceMs }: { settlingMs: number; patienceMs: number },
): Promise<Map<string, Resealed>> {
  let all = await resealAll(sql, keyring, columns);
  while (true) {
    await Bun.sleep(settlingMs);
    const moment = await databaseTime(sql);
    await ended(sql, moment, patienceMs);
    const late = await resealAll(sql, keyring, columns);
    all = sum(all, late);
    if ([...late.values()].every(({ rows }) => rows === 0)) return all;
  }
}

/** Waits for transactions that began before a moment. */
async function ended(sql: Sql, moment: Date, patienceMs: number): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  for (let left = await transactionsSince(sql, moment); left.length > 0; ) {
    if (Date.now() > giveUpAt) throw new RotationError(`transactions don't end: ${left.join(", ")}`);
    await Bun.sleep(LOOK_EVERY_MS);
    left = await transactionsSince(sql, moment);
  }
}

function sum(first: Map<string, Resealed>, second: Map<string, Resealed>): Map<string, Resealed> {
  return new Map(
    [...second].map(([column, { rows, unreadable }]) => [
      column,
      { rows: rows + (first.get(column)?.rows ?? 0), unreadable },
    ]),
  );
}

/**
 * Seals everything once, a few rows at a time. A row that changed meanwhile is skipped: it is
 * already sealed with the current key. Returns the result for each `table.column`.
 */
async function resealAll(
  sql: Sql,
  keyring: Keyring,
  columns: readonly ResealableColumn[],
): Promise<Map<string, Resealed>> {
  const done = new Map<string, Resealed>();
  for (const column of columns)
    done.set(`${column.table}.${column.column}`, await resealColumn(sql, keyring, column));
  return done;
}

async function resealColumn(sql: Sql, keyring: Keyring, column: ResealableColumn): Promise<Resealed> {
  const done: Resealed = { rows: 0, unreadable: 0 };
  const current = keyring.current();
  let after: string[] | null = null;
  while (true) {
    const rows: SealedRow[] = await readSealed(sql, column, current, after, BATCH);
    await Promise.all(
      rows.map(async (row) => {
        const value = resealed(keyring, column, row);
        if (value === null) done.unreadable += 1;
        else if (value !== row.value && (await replaceSealed(sql, column, row, value))) done.rows += 1;
      }),
    );
    after = rows.at(-1)?.key ?? null;
    if (rows.length < BATCH) return done;
  }
}

/** A row's text, sealed again; null when that is impossible. */
function resealed(keyring: Keyring, column: ResealableColumn, { key, value }: SealedRow): string | null {
  const again: Reseal = (sealed, context) => {
    const plain = keyring.decrypt(sealed, context);
    return keyIdOf(sealed) === keyring.current() ? sealed : keyring.encrypt(plain, context);
  };
  try {
    return column.reseal(value, key, again);
  } catch (cause) {
    if (cause instanceof SecretError) return null;
    throw cause;
  }
}
