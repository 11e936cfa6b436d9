import { isDatabaseFull, isDisconnected } from "../../db/connection/connection-errors.ts";
import { UnfitError } from "../../db/schema/fits.ts";

const FULL = /No space left on device|Disk quota exceeded|database or disk is full/i;
const UNWRITABLE = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "SQLITE_CANTOPEN", "SQLITE_READONLY"];

/** 3 for a program that does not fit the database, which no restart mends; 1 for whatever else keeps it from starting. */
export function exitCodeOf(error: unknown): number {
  return error instanceof UnfitError ? 3 : 1;
}

/** The message of a daemon that did not start: what is wrong and how to fix it, without a stack trace. */
export function explainFailedStart(error: unknown): string {
  const { message, code, path } = partsOf(error);
  if (code === "EADDRINUSE") {
    return `${message}. Another program listens there (another daemon?); choose another WAYPOST_PORT.`;
  }
  if (["ENOSPC", "EDQUOT", "SQLITE_FULL"].includes(code) || isDatabaseFull(error) || FULL.test(message))
    return `The disk is full${path === "" ? "" : ` (${path})`}. Free some space, or set WAYPOST_HOME to a folder on another disk.`;
  if (UNWRITABLE.includes(code))
    return `${path || "The data directory"} can't be written (${message.split(",")[0]}). Give this account the folder, or set WAYPOST_HOME to another.`;
  if (code === "28P01" || code === "28000" || code === "3D000") return `${message}. DATABASE_URL names it.`;
  if (code === "08P01" && message.includes("startup parameter"))
    return `A pooler such as PgBouncer takes the connection and refuses it (${message}). Set DATABASE_DIRECT_URL to the address of Postgres itself; DATABASE_URL may then be the pooler's.`;
  if (isDisconnected(error)) {
    return `Postgres can't be reached (${message || code}). Is it running, and is DATABASE_URL right?`;
  }
  return message;
}

function partsOf(error: unknown): { message: string; code: string; path: string } {
  if (!(error instanceof Error)) return { message: String(error), code: "", path: "" };
  const { code = "", path = "" } = error as NodeJS.ErrnoException;
  return { message: error.message, code: String(code), path };
}
