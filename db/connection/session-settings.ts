/**
 * The session settings of each of our connections, whichever driver makes it: the defaults of a server,
 * a database or a role are somebody else's, and must not decide how Waypost behaves.
 */

/** Values by name, as `show` prints them. */
export type SessionSettings = Record<string, string>;

/** How long a session may wait inside a transaction for its client: its locks stop others. */
export const IDLE_TRANSACTION_MS = 10_000;

/** The time without a word after which TCP asks whether the other side is still there. */
export const KEEP_ALIVE_MS = 10_000;

/** In these forms the drivers read values, and Postgres reads ours. */
const FORMS: SessionSettings = {
  // days are not 24 hours long where clocks change
  TimeZone: "UTC",
  timezone_abbreviations: "Default",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  // or else a number read and written again is another one
  extra_float_digits: "1",
  lc_monetary: "C",
  lc_numeric: "C",
  lc_time: "C",
  client_encoding: "UTF8",
};

/** With these, statements mean what they say, and end as they do. */
const MEANINGS: SessionSettings = {
  array_nulls: "on",
  backslash_quote: "safe_encoding",
  standard_conforming_strings: "on",
  transform_null_equals: "off",
  quote_all_identifiers: "off",
  // more than 0 leaves out some of what a search finds
  gin_fuzzy_search_limit: "0",
  row_security: "on",
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  default_transaction_deferrable: "off",
  // every error would end the session
  exit_on_error: "off",
  statement_timeout: "0",
  lock_timeout: "0",
  idle_session_timeout: "0",
};

const SETTINGS: SessionSettings = {
  ...FORMS,
  ...MEANINGS,
  // Compiling a statement takes longer than any of ours runs. Postgres before 18 would compile each one that reads
  // a whole table, since `enable_seqscan = off` makes that seem expensive.
  jit: "off",
  // one of the warnings says that a commit did not wait for a standby
  client_min_messages: "warning",
  idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_MS),
  // A client whose machine is gone says nothing. Without these, Postgres keeps its session, and locks, for two hours.
  tcp_keepalives_idle: String(KEEP_ALIVE_MS / 1000),
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "25000",
};

/** The settings of a session, with further ones or other values. */
export function sessionSettings(others: SessionSettings = {}): SessionSettings {
  return { ...SETTINGS, ...others };
}

/** Settings as Postgres takes them in the `options` of a connection's start; one that is empty is left as it is. */
export function startOptions(settings: SessionSettings): string {
  return Object.entries(settings)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, "\\$&")}`)
    .join(" ");
}

/** The URL of a database without those of our settings that it sets itself; a driver would prefer it. */
export function withoutSettings(url: string, settings: SessionSettings): string {
  const [address = "", ...queries] = url.split("?");
  if (queries.length === 0) return url;
  const ours = new Set(Object.keys(settings).map((name) => name.toLowerCase()));
  const query = new URLSearchParams(queries.join("?"));
  for (const name of [...query.keys()]) if (ours.has(name.toLowerCase())) query.delete(name);
  return query.size === 0 ? address : `${address}?${query}`;
}
