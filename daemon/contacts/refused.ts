import { type Problem, problem } from "../http/problem.ts";

/** The error for one field. */
export function refused(path: string, message: string): Problem {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
