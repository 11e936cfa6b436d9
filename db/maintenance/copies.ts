import type { Queryable, Sql } from "../connection/client.ts";

/** That the database was restored from a backup, and what became of what waited in it; see copies.sql. */
export type Restored = {
  at: Date;
  /** Messages that are sent, and say that they may be second copies. */
  marked: number;
  /** Those that failed, since their channels send at most once. */
  failed: number;
  /** Broadcasts that were paused. */
  broadcasts: number;
};

/** Looks whether the database is a restored backup, before anything is sent; null where it is none. */
export async function findRestored(sql: Sql): Promise<Restored | null> {
  const [row] = await sql<Restored[]>`
    select restored_at as at, marked, failed, broadcasts from find_restored() where restored_at is not null`;
  return row ?? null;
}

/** The last time that it was, for so many days; null where it was not. */
export async function lastRestored(sql: Queryable, days: number): Promise<Restored | null> {
  const [row] = await sql<Restored[]>`
    select restored_at as at, marked, failed, broadcasts from database_copy
    where restored_at > now() - make_interval(days => ${days})`;
  return row ?? null;
}
