import { setTimeout } from "node:timers/promises";
import type { Sql, Transaction } from "./client.ts";
import { isLockedOut, LOCK_WAIT } from "./lock-wait.ts";

/** Prints a line for the person who started the program. */
export type Report = (line: string) => void;

const LOOK_MS = 40;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;

/**
 * Does work that locks tables in a transaction that waits for each lock for a
 * moment only: others would queue behind it. When one is not to be had,
 * everything is undone and tried again after a while, however long it takes;
 * `report` is called with who is in the way. `watching` is another pool of the database.
 */
export async function beginPatiently<Result>(
  sql: Sql,
  { watching, what, report }: { watching: Sql; what: string; report: Report },
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let reported = "";
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    const watch = watchBlockers(watching);
    try {
      return await begin(sql, watch.follow, work);
    } catch (cause) {
      if (!isLockedOut(cause)) throw cause;
      const line = `${what} waits for ${watch.seen() ?? "a lock"}`;
      if (line !== reported) report(line);
      reported = line;
    } finally {
      await watch.stop();
    }
    await Bun.sleep(waitMs * (0.5 + Math.random()));
  }
}

async function begin<Result>(
  sql: Sql,
  follow: (pid: number) => void,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  await sql.begin(async (transaction) => {
    const [row] = await transaction<{ pid: number }[]>`
      select pg_backend_pid() as pid, set_config('lock_timeout', ${LOCK_WAIT}, true)`;
    follow(row?.pid ?? 0);
    result = await work(transaction);
  });
  return result as Result;
}

/** Polls what a session is waiting for, since that is unknown once it has given up. */
function watchBlockers(sql: Sql) {
  let seen: string | null = null;
  let looking = Promise.resolve();
  const stopped = new AbortController();

  async function look(pid: number): Promise<void> {
    // most work waits for nobody, and is done before the first look
    while (await pause(LOOK_MS, stopped.signal)) {
      seen = (await blockersOf(sql, pid).catch(() => null)) ?? seen;
    }
  }

  return {
    follow(pid: number) {
      looking = look(pid);
    },
    seen: () => seen,
    async stop() {
      stopped.abort();
      await looking;
    },
  };
}

/** Waits; false, and at once, when that is ended before. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return await setTimeout(milliseconds, true, { signal }).catch(() => false);
}

async function blockersOf(sql: Sql, pid: number): Promise<string | null> {
  const rows = await sql<{ pid: number; name: string; state: string | null }[]>`
    select process.pid, process.application_name as name, process.state
    from pg_stat_activity as process
    where process.pid = any (pg_blocking_pids(${pid}))
    order by process.pid`;
  if (rows.length === 0) return null;
  return rows
    .map((row) => `process ${row.pid} (${row.name || "without a name"}, ${row.state ?? "state unknown"})`)
    .join(", ");
}
