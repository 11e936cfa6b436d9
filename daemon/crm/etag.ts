import { problem } from "../http/problem.ts";

/** The ETag of a version. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** The version that a request's `If-Match` wants; null is any. Throws 412 for what no version's ETag can be. */
export function wantedVersion(request: Request): number | null {
  const header = request.headers.get("if-match")?.trim();
  if (header === undefined || header === "*") return null;
  const version = Number(/^"(\d{1,9})"$/.exec(header)?.[1] ?? Number.NaN);
  if (Number.isNaN(version)) throw staleVersion();
  return version;
}

/** What was changed is not what the caller had read. */
export function staleVersion() {
  return problem(412, "version_mismatch", "the record has changed since it was read; read it again");
}

/** The words of a 412 for the document. */
export const STALE = {
  title: "Precondition Failed",
  description: "The record has changed since it was read (`If-Match`)",
  code: "version_mismatch",
  detail: "the record has changed since it was read; read it again",
};

/** The header of a route that can be told which version it is about. */
export const ifMatchHeader = {
  name: "If-Match",
  in: "header" as const,
  required: false,
  schema: { type: "string" as const },
  description: "The ETag that was read: nothing is changed when it is another by now",
};
