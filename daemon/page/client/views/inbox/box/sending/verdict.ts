import type { Problem } from "../../../../api/problem.ts";

/**
 * What becomes of an answer that was not accepted: it is asked for again by itself, it waits for a person to look at
 * it, or it is back in the box.
 */
export type Verdict = "again" | "stays" | "back";

/** What somebody in between says when a request took too long. */
const TOO_SLOW = 408;
const TOO_MANY = 429;

/**
 * Where nobody knows whether a message was taken it never goes back into the box, from where it would be sent as
 * another one. That is so as well when it is refused after an attempt whose answer was not heard: the daemon checks a
 * message before it looks for its key.
 */
export function verdictOf({ status, code }: Pick<Problem, "status" | "code">, isUnsure: boolean): Verdict {
  // a file that is gone from the disk is missing however often it is tried
  const isUnheard =
    (status === 0 && code !== "unreadable_file") ||
    status >= 500 ||
    status === TOO_SLOW ||
    code === "idempotency_in_progress";
  if (isUnheard || (isUnsure && status === TOO_MANY)) return "again";
  return isUnsure ? "stays" : "back";
}
