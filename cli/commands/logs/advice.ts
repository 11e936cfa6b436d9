import { Failure } from "../../lib/failures/failure.ts";
import type { Wanted } from "./filters.ts";

/** A refusal of one of two sources, with what can be seen all the same; any other error as it is. */
export function withAdvice(error: unknown, { requests, messages }: Wanted): unknown {
  if (!(error instanceof Failure) || requests === null || messages === null) return error;
  const { code = "", hint } = error.details;
  if (!["missing_permission", "restricted_key"].includes(code)) return error;
  const other = error.message.includes("events:read") ? "requests" : "messages";
  const advice = `Or only ${other}: waypost logs tail --${other}`;
  return new Failure(error.exitCode, error.message, {
    ...error.details,
    hint: hint === undefined ? advice : `${hint}\n${advice}`,
  });
}
