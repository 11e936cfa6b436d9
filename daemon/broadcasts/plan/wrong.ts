import { type Problem, problem } from "../../http/problem.ts";

/** The refusal of one field. */
export function wrong(path: string, message: string): Problem {
  return problem(422, "invalid_request", `${path || "/"}: ${message}`, { errors: [{ path, message }] });
}
