import { connect, type Sql, settingsOf } from "../../db/connection/client.ts";
import { keepSettings, requireKept, requireOnePooler } from "../../db/connection/pooled.ts";
import { openReplica, type Replica } from "../../db/connection/replica.ts";
import type { SessionSettings } from "../../db/connection/session-settings.ts";
import type { Config } from "../config/settings.ts";

/** The connections of a daemon to Postgres, by what must not wait for what. */
export type Connections = {
  /** Sending, and whatever else changes something. */
  sql: Sql;
  /** Accepting messages: it waits for nothing else, and the processes that it uses have its plans and indexes at hand. */
  accepting: Sql;
  /** Reading for lists, searches, exports and overviews; it can change nothing. */
  reading: Sql;
  /** The same, where it may be a replica. */
  replica: Replica | null;
  /** Heartbeats and leases: a daemon that is late with them is taken for dead. */
  leases: Sql;
  /** Ends all, after what runs. */
  end(): Promise<void>;
};

type Settings = Pick<
  Config,
  | "databaseReadUrl"
  | "databasePoolSize"
  | "databaseReadingPoolSize"
  | "readSeconds"
  | "outcomeGraceSeconds"
  | "sandbox"
>;

/** A beat, a look for the dead, a renewal of leases. */
const LEASE_CONNECTIONS = 3;
/** Of the pool for changes: as many as commit at once (daemon/messages/accept). */
const ACCEPTING_CONNECTIONS = 2;
/** A smaller pool is for all changes. */
const FEWEST_TO_DIVIDE = 6;
/** Seconds that the last statements have to end. */
const END_SECONDS = 5;

/**
 * Opens the pools of a daemon. With `pooledUrl`, which leads to the same database through a pooler such as PgBouncer,
 * what needs no session of its own goes there. Throws, with what to do, when the pooler can't be used.
 */
export async function openConnections(
  url: string,
  settings: Settings,
  pooledUrl?: string,
): Promise<Connections> {
  const known = {
    "waypost.outcome_grace_seconds": String(settings.outcomeGraceSeconds),
    "waypost.sandbox": String(settings.sandbox),
  };
  const shared = { idleTimeoutMs: 0, settings: known, pooled: pooledUrl !== undefined };
  const { databasePoolSize } = settings;
  const isShared = databasePoolSize < FEWEST_TO_DIVIDE;
  const changing = isShared ? databasePoolSize : databasePoolSize - ACCEPTING_CONNECTIONS;
  const sql = connect(pooledUrl ?? url, { ...shared, max: changing });
  const accepting = isShared ? sql : connect(pooledUrl ?? url, { ...shared, max: ACCEPTING_CONNECTIONS });
  const leases = connect(pooledUrl ?? url, { ...shared, max: LEASE_CONNECTIONS });
  const readOnly = {
    max: settings.databaseReadingPoolSize,
    statementTimeoutMs: settings.readSeconds * 1000,
    settings: { ...known, default_transaction_read_only: "on" },
  };
  const reading = connect(url, readOnly);
  const { databaseReadUrl } = settings;
  const replica = databaseReadUrl === undefined ? null : openReplica(databaseReadUrl, reading, readOnly);
  const end = async () => {
    const pools = new Set([sql, accepting, reading, leases, replica]);
    await Promise.all([...pools].map((pool) => pool?.end({ timeout: END_SECONDS })));
  };
  try {
    if (pooledUrl !== undefined) await preparePooler(url, sql, pooledUrl, known);
  } catch (cause) {
    await end();
    throw cause;
  }
  return { sql, accepting, reading, replica, leases, end };
}

/** Has sessions behind the pooler begin with the settings that all have. */
async function preparePooler(
  url: string,
  pooled: Sql,
  pooledUrl: string,
  known: SessionSettings,
): Promise<void> {
  requireOnePooler(pooledUrl);
  const direct = connect(url, { max: 1 });
  try {
    const wanted = pooledSettings(known);
    await keepSettings(direct, wanted);
    await requireKept(pooled, wanted);
  } finally {
    await direct.end();
  }
}

/** The settings that a role can keep: keepalives are between a pooler and Postgres. */
function pooledSettings(known: SessionSettings): SessionSettings {
  return Object.fromEntries(
    Object.entries(settingsOf({ settings: known })).filter(([name]) => !name.startsWith("tcp_")),
  );
}
