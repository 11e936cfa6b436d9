import { type Problem, problem } from "../../http/problem.ts";

/** The refusal of a member of a key's guard. */
export function unfit(path: string, message: string): Problem {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
