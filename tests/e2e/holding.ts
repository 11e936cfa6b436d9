/** Ways to keep a command from its end, and to see that it has begun. */
import type { Transaction } from "../../db/connection/client.ts";
import type { TestDaemon } from "../support/daemon.ts";
import type { EndingsSite, Held } from "./endings.ts";

/** Keeps everybody from writing to a table until it is undone. */
export async function locked({ daemon }: EndingsSite, table: string): Promise<Pick<Held, "undo">> {
  return await holding(
    daemon,
    (transaction) => transaction`lock table ${transaction(table)} in exclusive mode`,
  );
}

/** Holds a lock in a transaction until it is undone. */
export async function holding(
  { sql }: TestDaemon,
  take: (transaction: Transaction) => PromiseLike<unknown>,
): Promise<Pick<Held, "undo">> {
  const lock = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const ended = sql.begin(async (transaction) => {
    await take(transaction);
    lock.resolve();
    await done.promise;
  });
  await lock.promise;
  return {
    async undo() {
      done.resolve();
      await ended;
    },
  };
}

/** Whether a table has rows that are younger than this call. */
export function rowsIn({ daemon: { sql } }: EndingsSite, table: string): () => Promise<boolean> {
  const started = new Date();
  return async () => {
    const [row] = await sql`select 1 from ${sql(table)} where created_at >= ${started}`;
    return row !== undefined;
  };
}
