import { isDisconnected } from "../../db/connection/connection-errors.ts";

/** What to tell somebody whose daemon did not start: what is wrong and how to mend it, without a stack. */
export function explainFailedStart(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE") {
    return `${message}. Another program listens there (another daemon?); choose another WAYPOST_PORT.`;
  }
  if (code === "28P01" || code === "28000" || code === "3D000") return `${message}. DATABASE_URL names it.`;
  if (isDisconnected(error)) {
    return `Postgres is not reachable (${message || code}). Is it running, and is DATABASE_URL right?`;
  }
  return message;
}
