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

/** A million messages that wait are many short transactions. */
const PIECE = 1000;

/** Looks whether the database is a restored backup, before anything is sent; null where it is none. */
export async function treatRestored(sql: Sql): Promise<Restored | null> {
  let treated: Restored | null = null;
  for (let after: string[] | null = []; after !== null; ) {
    const piece: Piece | undefined = await treatPiece(sql, PIECE, after);
    if (piece === undefined) break;
    ({ next: after, ...treated } = piece);
  }
  return treated;
}

/** `next` is where the piece after it begins; null when all is treated. */
type Piece = Restored & { next: string[] | null };

/** Treats at most so many after those of an earlier piece; undefined where there is nothing to treat. */
export async function treatPiece(sql: Sql, most: number, after: string[]): Promise<Piece | undefined> {
  const [piece] = await sql<Piece[]>`select * from treat_restored(${most}, ${after})`;
  return piece;
}

/** The last time that it was, for so many days; null where it was not. */
export async function lastRestored(sql: Queryable, days: number): Promise<Restored | null> {
  const [row] = await sql<Restored[]>`
    select restored_at as at, marked, failed, broadcasts from database_copy
    where restored_at > now() - make_interval(days => ${days})`;
  return row ?? null;
}
