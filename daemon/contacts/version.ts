import { type Problem, problem } from "../http/problem.ts";

/** The `ETag` of a contact at a version (RFC 9110, 8.8.3). */
export function etag(version: number): string {
  return `"${version}"`;
}

/**
 * The version that a request's `If-Match` (RFC 9110, 13.1.1) requires; null when any will do.
 * Throws 412 when `current`, the contact's version, does not match.
 */
export function expectedVersion(request: Request, current: number): number | null {
  const given = request.headers.get("if-match");
  if (given === null || given.trim() === "*") return null;
  if (given.split(",").some((one) => one.trim() === etag(current))) return current;
  throw changedMeanwhile();
}

export function changedMeanwhile(): Problem {
  return problem(412, "precondition_failed", "the contact has changed since; read it again");
}
