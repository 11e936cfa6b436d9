/** Faults of connections that one caller holds: for a transaction, or reserved. */
import { type Fault, outcome } from "./fault.ts";

export const HELD: Fault[] = [
  {
    what: "what a transaction still asks after its end is done outside of it",
    right: ["an error of ours", "TRANSACTION_ENDED", []],
    async seen(open) {
      const sql = open({ max: 2 });
      await sql.unsafe("drop table if exists after_its_end; create table after_its_end (n int)");
      const late = Promise.withResolvers<unknown>();
      const ended = sql.begin(async (transaction) => {
        await transaction`insert into after_its_end values (1)`;
        void transaction`select pg_sleep(0.05)`.then(() =>
          late.resolve(outcome(transaction`insert into after_its_end values (2)`)),
        );
        throw new Error("an error of ours");
      });
      const error = await ended.catch(({ message }) => message);
      return [error, await late.promise, await outcome(sql`select n from after_its_end`)];
    },
  },
  {
    what: "a commit that the server answered by a rollback counts as done",
    right: "TRANSACTION_ABORTED",
    async seen(open) {
      const sql = open();
      // its failure is the savepoint's own, which the transaction passes over
      const withSavepoint = () =>
        sql.begin(async (transaction) => {
          await transaction.savepoint(async () => {}).catch(() => {});
        });
      await withSavepoint();
      await sql.unsafe("deallocate all");
      return await withSavepoint().then(
        () => "committed",
        (error) => error.code,
      );
    },
  },
  {
    what: "a statement that is prepared again lands in the transaction that waits behind it, and is undone with it",
    right: ["an error of ours", [{ n: 1 }]],
    async seen(open) {
      const sql = open();
      await sql.unsafe("drop table if exists repeated; create table repeated (n int)");
      const insert = (n: number) => sql`insert into repeated values (${n})`;
      await insert(0);
      await sql.unsafe("delete from repeated; deallocate all");
      const before = sql`select pg_sleep(0.1)`.execute();
      const inserted = outcome(insert(1));
      const undone = sql.begin(() => {
        throw new Error("an error of ours");
      });
      const error = await undone.catch(({ message }) => message);
      await Promise.all([before, inserted]);
      return [error, await outcome(sql`select n from repeated`)];
    },
  },
  {
    what: "a pool that is ended while a connection is reserved never ends",
    right: "ended",
    async seen(open) {
      const sql = open();
      const reserved = await sql.reserve();
      const ending = sql.end().then(() => "ended");
      await reserved`select`;
      reserved.release();
      return await ending;
    },
  },
];
