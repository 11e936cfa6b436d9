/** What a cursor of the driver leaves behind. */
import type postgres from "postgres";
import { until } from "../../../support/until.ts";
import { type Fault, type Open, outcome } from "./fault.ts";

export const CURSORS: Fault[] = [
  {
    what: "a cursor that loses its connection between two parts ends as if there were no more rows",
    right: [[1], "lost", [{ answer: 42 }]],
    async seen(open) {
      const sql = open();
      const read: number[] = [];
      let error: unknown = null;
      try {
        for await (const [row] of rowsOf(sql).cursor()) {
          read.push(row?.n ?? 0);
          await endSession(open, row?.pid ?? 0);
        }
      } catch (cause) {
        error = lost((cause as { code: string }).code);
      }
      return [read, error, await outcome(sql`select 42 as answer`)];
    },
  },
  {
    what: "the reader of a cursor that lost its connection goes on with it among the next one's statements",
    right: ["lost", [{ answer: 42 }]],
    async seen(open) {
      const sql = open();
      const slow = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      const cursor = rowsOf(sql).cursor(1, async ([row]) => {
        await endSession(open, row?.pid ?? 0);
        ended.resolve();
        await slow.promise;
      });
      const failed = lost(await outcome(cursor as Promise<never>));
      await ended.promise;
      const next = outcome(sql`select 42 as answer from pg_sleep(0.21)`);
      await asleep(open);
      slow.resolve();
      return [failed, await next];
    },
  },
  {
    what: "a cursor over rows that can't be read answers the statements after it",
    right: ["unreadable", [{ answer: 1 }], [{ answer: 2 }], [{ answer: 3 }]],
    async seen(open) {
      const unreadable = () => {
        throw Object.assign(new Error(), { code: "unreadable" });
      };
      const types = { point: { to: 600, from: [600], serialize: String, parse: unreadable } };
      const sql = open({ types: types as never });
      const cursor = sql`select point(n, n) from generate_series(1, 9) as n`.cursor(5, () => {});
      const seen = [await outcome(cursor as Promise<never>)];
      for (const n of [1, 2, 3]) seen.push(await outcome(sql`select ${n}::int as answer`));
      return seen;
    },
  },
  {
    what: "a cursor whose reader fails at its last rows ends the process",
    right: ["TypeError", [{ answer: 42 }]],
    async seen(open) {
      const sql = open();
      const cursor = sql`select 1 as n`.cursor(5, async () => {
        await Bun.sleep(0);
        throw new TypeError();
      });
      const failed = await outcome(cursor as Promise<never>);
      return [failed, await outcome(sql`select 42 as answer`)];
    },
  },
];

/** As the driver puts it, which depends on what came first: the server's word, or the end of the socket. */
function lost(code: unknown): unknown {
  return ["CONNECTION_CLOSED", "ECONNRESET", "57P01"].includes(String(code)) ? "lost" : code;
}

function rowsOf(sql: postgres.Sql) {
  return sql<{ n: number; pid: number }[]>`select n, pg_backend_pid() as pid from generate_series(1, 9) as n`;
}

/** Ends a session from another one, and waits until it is gone. */
async function endSession(open: Open, pid: number): Promise<void> {
  const other = open();
  await other`select pg_terminate_backend(${pid}, 5000)`;
  // the driver has heard of it before it has this answer
  await other`select`;
  await other.end();
}

async function asleep(open: Open): Promise<void> {
  const other = open();
  const sleeping = () => other`
    select from pg_stat_activity where wait_event = 'PgSleep' and query like '%(0.21)'`;
  await until(async () => (await sleeping()).length > 0);
  await other.end();
}
