/**
 * Errors of a client while there is no Postgres to talk to: refused, closed, starting,
 * stopping, or out of connections. SQLSTATEs: PostgreSQL manual, appendix A;
 * the names are the `postgres` package's and the system's.
 */
const DISCONNECTED = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "NO_PRIMARY",
  // committed on one server alone, where two were required
  "NOT_REPLICATED",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  // our session waited too long inside a transaction
  "25P03",
  "08000",
  "08001",
  "08003",
  "08006",
]);

/** Whether a statement failed because the database is not there now, and may succeed later. */
export function isDisconnected(error: unknown): boolean {
  return DISCONNECTED.has(codeOf(error));
}

/**
 * Whether a statement failed because the server has no room for what it was to store: its disk (53100) or memory
 * (53200) is full, or its disk fails (58030).
 */
export function isDatabaseFull(error: unknown): boolean {
  return ["53100", "53200", "58030"].includes(codeOf(error));
}

/** Whether a statement needed more than the server's configuration allows, such as files for sorting: others work. */
export function isOverLimit(error: unknown): boolean {
  return codeOf(error) === "53400";
}

/** Whether a statement was given up because it, or a lock that it waited for, took too long; it changed nothing. */
export function tookTooLong(error: unknown): boolean {
  return ["57014", "55P03"].includes(codeOf(error));
}

/** Whether a statement lost to another one (a deadlock, a serialization failure) and would succeed if repeated. */
export function isDeadlock(error: unknown): boolean {
  return ["40P01", "40001"].includes(codeOf(error));
}

/**
 * Whether a statement failed because a parameter is nothing Postgres has: a text with NUL (22021, 22P05), JSON with half
 * of a surrogate pair (22P02, which is any text that can't be read), a time beyond its calendar (22008), a number beyond
 * its type (22003).
 */
export function isUnstorable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === "22P02") return / surrogate /.test(String((error as { detail?: string }).detail));
  return ["22021", "22P05", "22008", "22003"].includes(code);
}

/** Whether our own functions refused what would be too much: the message is a code, the detail a limit (db/contacts/fields.sql). */
export function isRefusedByBounds(error: unknown): error is Error & { detail?: string } {
  return codeOf(error) === "WP422";
}

/**
 * Whether a statement failed because of the data of one of its rows: a value that Postgres cannot hold (class 22), a
 * constraint (23), or something too large, such as an indexed text (54).
 */
export function isAboutOneRow(error: unknown): boolean {
  return /^(22|23|54)...$/.test(codeOf(error));
}

/**
 * Whether a statement failed for a reason that passes, whatever the statement: the database is not there, its disk or
 * memory is full (53), it was cancelled (57), a lock was not to be had (55), it lost to another (40), the system
 * below it failed (58), or it only reads for now (25006).
 */
export function mayPass(error: unknown): boolean {
  const code = codeOf(error);
  return isDisconnected(error) || /^(08|40|53|55|57|58)...$/.test(code) || code === "25006";
}

/** The SQLSTATE, or the client's code; empty for what is no error of either. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
