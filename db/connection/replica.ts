/** A server that follows the primary, for what only reads. */
import { setTimeout as wait } from "node:timers/promises";
import { addressesOf } from "./addresses.ts";
import { type ConnectOptions, connect, type Sql } from "./client.ts";

/** A connection to the replica that is one reader's until it is released. */
export type ReplicaConnection = { sql: Sql; release(): void };

/** How far the replica is behind; null where it can't be queried, and then why. */
export type ReplicaFacts = { lag_bytes: number | null; error: string | null };

export type Replica = {
  /**
   * A connection to it, once it has everything that was committed until now, by whatever daemon. Null when that is not
   * so within moments, which has it left alone for some seconds, and when all are taken: then the primary has to be read.
   */
  take(): Promise<ReplicaConnection | null>;
  /** Leaves it alone for some seconds: reading there failed. */
  rest(): void;
  facts(): Promise<ReplicaFacts>;
  end(options: { timeout: number }): Promise<void>;
};

/** So long it may take to catch up: longer, and reading the primary is faster. */
const PATIENCE_MS = 300;
const LOOK_MS = 10;
const REST_MS = 5000;
const FACTS_MS = 2000;

type Place = { follows: boolean; reached: boolean };

/** Opens a pool for the replica at `url`. Nothing is dialled before the first query. */
export function openReplica(url: string, primary: Sql, options: ConnectOptions): Replica {
  if (addressesOf(url).length > 1)
    throw new Error("DATABASE_READ_URL names one replica, or one address that leads to several of them.");
  const { max = 1 } = options;
  // each of one connection: an address may lead to several servers, and the answer of one says nothing of another
  const connections: Sql[] = [];
  const idle: Sql[] = [];
  const asking = open();
  let restsUntil = 0;

  function open(): Sql {
    return connect(url, { ...options, max: 1, connectTimeoutMs: 1000 });
  }

  function takeIdle(): Sql | null {
    const known = idle.pop();
    if (known !== undefined || connections.length === max) return known ?? null;
    const made = open();
    connections.push(made);
    return made;
  }

  const rest = () => {
    restsUntil = performance.now() + REST_MS;
  };

  /** Whether a connection's server has all that is committed now, or comes to have it before this moment. */
  async function reaches(sql: Sql, giveUpAt: number): Promise<boolean> {
    const [committed] = await primary<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
    while (performance.now() < giveUpAt) {
      const [place] = await sql<Place[]>`
        select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= ${committed?.lsn ?? ""}::pg_lsn as reached`;
      if (!place?.follows) return false;
      if (place.reached) return true;
      await Bun.sleep(LOOK_MS);
    }
    return false;
  }

  async function facts(): Promise<ReplicaFacts> {
    const [committed] = await primary<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
    const [place] = await asking<{ follows: boolean; lag: number | null }[]>`
      select pg_is_in_recovery() as follows,
        pg_wal_lsn_diff(${committed?.lsn ?? ""}::pg_lsn, pg_last_wal_replay_lsn())::bigint as lag`;
    if (!place?.follows) return { lag_bytes: null, error: "it follows no primary" };
    return { lag_bytes: Math.max(0, place.lag ?? 0), error: null };
  }

  return {
    rest,
    async take() {
      if (performance.now() < restsUntil) return null;
      const sql = takeIdle();
      if (sql === null) return null;
      const release = () => void idle.push(sql);
      const reaching = reaches(sql, performance.now() + PATIENCE_MS).catch(() => false);
      if (await within(PATIENCE_MS, reaching).catch(() => false)) return { sql, release };
      rest();
      // the reads may still be in progress
      void reaching.then(release);
      return null;
    },
    facts: () =>
      within(FACTS_MS, facts()).catch((cause: unknown) => ({
        lag_bytes: null,
        error: cause instanceof Error ? cause.message : String(cause),
      })),
    async end(given) {
      await Promise.all([asking, ...connections].map((sql) => sql.end(given)));
    },
  };
}

/** Rejects when something takes longer. */
async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = wait(milliseconds, undefined, over).then(() => {
    throw new Error("it does not answer in time");
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
    late.catch(() => {});
  }
}
