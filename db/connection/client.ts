/**
 * The one way to reach Postgres. Every module under `db/` takes the client made here as its first argument.
 */
import postgres from "postgres";
import {
  IDLE_TRANSACTION_MILLISECONDS,
  KEEP_ALIVE_SECONDS,
  type SessionSettings,
  sessionSettings,
  withoutSettings,
} from "./session-settings.ts";

/** Types read differently from the driver's defaults: `bigint` columns and `count(*)` arrive as numbers. */
type Types = { bigint: number };

/** A pool of connections: tagged-template queries, `begin`, `listen`, `end`. */
export type Sql = postgres.Sql<Types>;
/** The client inside `sql.begin(async (transaction) => …)`. */
export type Transaction = postgres.TransactionSql<Types>;
/** Anything that runs queries: a pool or a transaction. What a `db/` function takes when it works in both. */
export type Queryable = postgres.ISql<Types>;

/** Does work in one transaction: in the one that runs, or in a new one. */
export async function transact<Result>(
  sql: Queryable,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  const keep = async (transaction: Transaction) => {
    result = await work(transaction);
  };
  // only a pool begins one
  if ("begin" in sql) await (sql as Sql).begin(keep);
  else await keep(sql as Transaction);
  return result as Result;
}

export type ConnectOptions = {
  /** Connections of the pool at most. */
  max?: number;
  /** Milliseconds after which the server cancels a statement; 0 never does. */
  statementTimeout?: number;
  /** Milliseconds after which the server ends a session that waits inside a transaction for this client. */
  idleTransactionTimeout?: number;
  /** Seconds a connection may lie idle before it is closed; 0 never closes it. */
  idleTimeout?: number;
  /** Seconds to wait for a connection to be made. */
  connectTimeout?: number;
  /** Settings of each session, such as our own `waypost.*`. */
  settings?: SessionSettings;
};

/**
 * Opens a pool for `url` (`postgres://user:password@host:port/database`). Nothing is dialled before the first
 * query. Numbers beyond 2^53 in a `bigint` column lose precision; the schema holds none. `undefined` is stored
 * as null. End it with `sql.end()`.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const { max = 10, idleTimeout = 60, connectTimeout = 5 } = options;
  const settings = settingsOf(options);
  return postgres(withoutSettings(url, settings), {
    max,
    idle_timeout: idleTimeout,
    connect_timeout: connectTimeout,
    keep_alive: KEEP_ALIVE_SECONDS,
    backoff: reconnectAfter,
    onnotice: () => {},
    types: { bigint: wholeNumber },
    transform: { undefined: null },
    connection: { application_name: "waypost", ...settings },
  });
}

function settingsOf({
  statementTimeout = 30_000,
  idleTransactionTimeout = IDLE_TRANSACTION_MILLISECONDS,
  settings = {},
}: ConnectOptions): SessionSettings {
  return sessionSettings({
    statement_timeout: String(statementTimeout),
    idle_in_transaction_session_timeout: String(idleTransactionTimeout),
    // A queue is mostly empty, and so its statistics say: a plan made then would read the whole table, and be
    // kept while it fills. Where no index leads, a table is read as before.
    enable_seqscan: "off",
    ...settings,
  });
}

/** Seconds before a connection is tried again: soon, since a restart of Postgres takes moments, and never long. */
function reconnectAfter(retries: number): number {
  return Math.min(0.05 * 2 ** retries, 1);
}

/** 20 is the type id of int8 in `pg_type`. */
const wholeNumber = { to: 20, from: [20], parse: Number, serialize: String };

/**
 * A server error's `detail` ("Failing row contains (…)") and `where` quote the row that failed, so they hold
 * messages and phone numbers. They stay readable by name and are left out of everything that enumerates an
 * error, as the driver itself does with the query's parameters.
 */
for (const field of ["detail", "where"]) {
  Object.defineProperty(postgres.PostgresError.prototype, field, {
    set(value: string) {
      Object.defineProperty(this, field, { value, enumerable: false });
    },
  });
}
