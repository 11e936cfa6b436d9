import { problem } from "../http/problem.ts";

/** The ETag of a version. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** The version that a request's `If-Match` requires; null is any. Throws 412 for an ETag that no version has. */
export function wantedVersion(request: Request): number | null {
  const header = request.headers.get("if-match")?.trim();
  if (header === undefined || header === "*") return null;
  const version = Number(/^"(\d{1,9})"$/.exec(header)?.[1] ?? Number.NaN);
  if (Number.isNaN(version)) throw staleVersion();
  return version;
}

/** The error when the record is not at the version that the caller read. */
export function staleVersion() {
  return problem(412, "version_mismatch", "the record has changed since it was read; read it again");
}

/** The OpenAPI description of the 412 response. */
export const STALE = {
  title: "Precondition Failed",
  description: "The record has changed since it was read (`If-Match`)",
  code: "version_mismatch",
  detail: "the record has changed since it was read; read it again",
};

/** The `If-Match` header of a route that takes the required version. */
export const ifMatchHeader = {
  name: "If-Match",
  in: "header" as const,
  required: false,
  schema: { type: "string" as const },
  description: "The ETag that you read; if the record has changed since, nothing happens",
};
