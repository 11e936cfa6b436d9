/**
 * The one way to reach Postgres. Every module under `db/` takes the client made here as its first argument.
 */
import postgres from "postgres";
import { FUNCTION_SCHEMA, searchPath } from "../functions/function-schema.ts";
import { addressesOf, urlAt } from "./addresses.ts";
import { addArrays } from "./array-types.ts";
import { ownPathOf } from "./own-path.ts";
import { serversOf } from "./servers.ts";
import {
  IDLE_TRANSACTION_MS,
  KEEP_ALIVE_MS,
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
/** Anything that runs queries: a pool or a transaction. A `db/` function takes it when it works in both. */
export type Queryable = postgres.ISql<Types>;

/** Does work in one transaction: the current one, or a new one. */
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
  /** How long until the server cancels a statement; 0 never does. */
  statementTimeoutMs?: number;
  /** How long until the server ends a session that waits inside a transaction for this client. */
  idleTransactionTimeoutMs?: number;
  /** How long a connection may lie idle before it is closed; 0 never closes it. */
  idleTimeoutMs?: number;
  /** How long to wait for a connection to be made. */
  connectTimeoutMs?: number;
  /** Settings of each session, such as our own `waypost.*`. */
  settings?: SessionSettings;
  /** Finds nothing but what the URL, the role and the database lead to, and none of this version's functions. */
  withoutFunctions?: boolean;
  /** The URL leads to a pooler that lends a connection for a transaction: it takes no settings, and keeps no statements. */
  pooled?: boolean;
};

/**
 * Opens a pool for `url` (`postgres://user:password@host:port/database`, where several hosts may stand). Nothing is
 * dialled before the first query, and then the server that takes writes. Numbers beyond 2^53 in a `bigint` column lose precision; the schema holds none. `undefined` is stored
 * as null. End it with `sql.end()`.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const { max = 10, idleTimeoutMs = 60_000, connectTimeoutMs = 5000 } = options;
  const settings = options.pooled ? {} : settingsOf(options);
  const withFunctions = !options.pooled && !options.withoutFunctions && !("search_path" in settings);
  const [first] = addressesOf(url);
  const one = first === undefined ? url : urlAt(url, first);
  const servers = serversOf(url);
  const openBare = () => connect(url, { max: 1, connectTimeoutMs, withoutFunctions: true });
  // to connect, and to be answered
  const ownPath = () => ownPathOf(url, openBare, 2 * connectTimeoutMs);
  // missing from the driver's types, and called before it says what a session begins with
  const socket: object = {
    socket: async ({ connection }: { connection: SessionSettings }) => {
      if (withFunctions) connection.search_path = searchPath(FUNCTION_SCHEMA, await ownPath());
      return await servers.dial(connectTimeoutMs);
    },
  };
  // A query sent behind another's on its connection waits for that one, be it for a lock, while other connections are
  // free again; and PgBouncer, which takes a connection back when one query is answered, loses its answer. Missing from
  // the driver's types, too
  const pipeline: object = { max_pipeline: 0 };
  const sql = postgres(withoutSettings(one, settings), {
    ...socket,
    ...pipeline,
    fetch_types: false,
    max,
    idle_timeout: idleTimeoutMs / 1000,
    connect_timeout: connectTimeoutMs / 1000,
    keep_alive: KEEP_ALIVE_MS / 1000,
    backoff: reconnectAfter,
    onnotice: refuseAlone,
    prepare: options.pooled !== true,
    types: { bigint: wholeNumber },
    transform: { undefined: null },
    connection: { application_name: "waypost", ...settings },
  });
  addArrays(sql.options);
  return sql;
}

/** The settings of the sessions of a pool that is opened with these options. */
export function settingsOf({
  statementTimeoutMs = 30_000,
  idleTransactionTimeoutMs = IDLE_TRANSACTION_MS,
  settings = {},
}: ConnectOptions): SessionSettings {
  return sessionSettings({
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(idleTransactionTimeoutMs),
    // A queue is mostly empty, and so its statistics say: a plan made then would read the whole table, and be
    // kept while it fills. Where no index leads, a table is read as before.
    enable_seqscan: "off",
    ...settings,
  });
}

/**
 * A commit that waits for a standby, and is cancelled, is done on this server alone and reported as done, after a
 * warning. Thrown from here, the warning is the failure of that statement: nobody learns that its rows are safe.
 */
function refuseAlone({ routine }: postgres.Notice): void {
  if (routine !== "SyncRepWaitForLSN") return;
  const message = "the commit was cancelled while it waited for a standby; it may be lost in a failover";
  throw Object.assign(new Error(message), { code: "NOT_REPLICATED" });
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
