import { type Problem, type ProblemExtras, problem } from "./problem.ts";

/** The refusal of a request without a valid key or login, in the words of the API's specification. */
export const UNAUTHORIZED = {
  code: "unauthorized",
  detail: "invalid or missing API key",
  hint: "Somebody who may manage keys can create one: waypost keys create",
} as const;

/** Makes the 401 for a key or login that is missing or no longer valid. */
export function unauthorized({
  code = UNAUTHORIZED.code,
  hint = UNAUTHORIZED.hint,
  ...extras
}: ProblemExtras & { code?: string } = {}): Problem {
  return problem(401, code, UNAUTHORIZED.detail, { hint, ...extras });
}
