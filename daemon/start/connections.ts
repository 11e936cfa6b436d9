import { connect, type Sql } from "../../db/connection/client.ts";
import type { Config } from "../config/settings.ts";

/** The connections of a daemon to Postgres, by what must not wait for what. */
export type Connections = {
  /** Accepting and sending, and whatever else changes something. */
  sql: Sql;
  /** Reading for lists, searches, exports and overviews; it can change nothing. */
  reading: Sql;
  /** Heartbeats and leases: a daemon that is late with them is taken for dead. */
  leases: Sql;
  /** Ends all, after what runs. */
  end(): Promise<void>;
};

type Settings = Pick<
  Config,
  "databasePoolSize" | "databaseReadingPoolSize" | "readSeconds" | "outcomeGraceSeconds" | "sandbox"
>;

/** A beat, a look for the dead, a renewal of leases. */
const LEASE_CONNECTIONS = 3;
/** Seconds that the last statements have to end. */
const END_SECONDS = 5;

/** Opens the pools of a daemon; connections are made when they are needed. */
export function openConnections(url: string, settings: Settings): Connections {
  const known = {
    "waypost.outcome_grace_seconds": String(settings.outcomeGraceSeconds),
    "waypost.sandbox": String(settings.sandbox),
  };
  const sql = connect(url, { max: settings.databasePoolSize, idleTimeoutMs: 0, settings: known });
  const leases = connect(url, { max: LEASE_CONNECTIONS, idleTimeoutMs: 0, settings: known });
  const reading = connect(url, {
    max: settings.databaseReadingPoolSize,
    statementTimeoutMs: settings.readSeconds * 1000,
    settings: { ...known, default_transaction_read_only: "on" },
  });
  const end = async () => {
    await Promise.all([sql, reading, leases].map((pool) => pool.end({ timeout: END_SECONDS })));
  };
  return { sql, reading, leases, end };
}
