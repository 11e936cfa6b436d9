import { isDisconnected } from "../../../db/connection/connection-errors.ts";

/** A stored call can't be read, or says only what is wrong on the platform's side. */
export class UnreadableCall extends Error {}

/**
 * The cause of a failure to process calls: `wrong`, they can never be processed as they are; `suspect`, they may be at
 * fault, which repeated failures show; `later`, something else is wrong.
 */
export type Fault = "wrong" | "suspect" | "later";

/** Postgres can't store a value of the call, or it is too long for an index. PostgreSQL manual, appendix A. */
const WRONG_CLASSES = ["22", "54"];
/**
 * Constraints, the limits of a statement, and what our functions raise: it may
 * be the call, or two daemons that met. PostgreSQL manual, appendix A.
 */
const SUSPECT_CLASSES = ["21", "23", "P0"];
/** Without the name of a constraint, it says that a partition is missing. */
const CHECK_VIOLATION = "23514";

/** Whether it is the calls that are at fault when processing them failed. */
export function faultOf(cause: unknown): Fault {
  if (cause instanceof UnreadableCall) return "wrong";
  if (isDisconnected(cause)) return "later";
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : null;
  // a bug of ours, such as a TypeError
  if (code === null || code.startsWith("ERR_")) return "suspect";
  if (!(cause instanceof Error && cause.name === "PostgresError")) return "later";
  if (WRONG_CLASSES.some((one) => code.startsWith(one))) return "wrong";
  if (code === CHECK_VIOLATION && !("constraint_name" in cause && cause.constraint_name)) return "later";
  return SUSPECT_CLASSES.some((one) => code.startsWith(one)) ? "suspect" : "later";
}
