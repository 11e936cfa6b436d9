import {
  isDatabaseFull,
  isDisconnected,
  isOverLimit,
  isRefusedByBounds,
  isUnstorable,
  tookTooLong,
} from "../../db/connection/connection-errors.ts";
import { LIMITS } from "../../db/functions/limits.ts";
import { isStorageFailure } from "../lib/disk/storage-failure.ts";
import { SecretError } from "../secrets/envelope.ts";
import { Refused, refusedProblem } from "./inside/own-api.ts";
import { DATABASE_UNREACHABLE, INVALID_JSON, OUR_MISTAKE } from "./openapi/details.ts";
import { type FieldError, Problem, problem } from "./problem.ts";

/** Turns whatever was thrown while a request was served into the problem to answer; unknown paths apart. */
export function asProblem(error: unknown, code: string | number, request: Request): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Refused) return refusedProblem(error);
  if (code === "VALIDATION") return invalidRequest(error, request);
  if (error instanceof Error && error.cause instanceof Problem) return error.cause;
  if (code === "PARSE") return problem(400, "invalid_json", INVALID_JSON);
  if (isCutOff(error, request))
    return problem(400, "connection_closed", "the connection closed before the body had come");
  if (isDisconnected(error)) {
    return problem(503, "database_unavailable", DATABASE_UNREACHABLE, {
      headers: { "retry-after": "2" },
      cause: error,
    });
  }
  if (tookTooLong(error)) {
    return problem(503, "database_unavailable", "the database took too long; try again shortly", {
      headers: { "retry-after": "2" },
      cause: error,
    });
  }
  if (isDatabaseFull(error)) {
    return problem(503, "database_full", "the database has no room to store anything now; try again later", {
      headers: { "retry-after": "10" },
      cause: error,
    });
  }
  if (isOverLimit(error)) {
    const detail = "this needs more temporary space than the database allows (temp_file_limit); ask for less";
    return problem(503, "database_limit", detail, { cause: error });
  }
  if (isStorageFailure(error)) {
    const detail = "files can't be stored or read now; try again later";
    return problem(503, "storage_unavailable", detail, { headers: { "retry-after": "10" }, cause: error });
  }
  // in the middle of a rotation: it is read as soon as this daemon hears of it
  if (error instanceof SecretError && error.failure === "unknown_key") {
    const detail =
      "what this needs is encrypted with a master key that this daemon has not read; try again shortly";
    return problem(503, "master_key_missing", detail, { headers: { "retry-after": "2" }, cause: error });
  }
  if (isRefusedByBounds(error)) return beyondBounds(error);
  if (isUnstorable(error)) return unstorable(request, error);
  return ourMistake(error);
}

/** Whether its client went away while its body was read: nobody reads the response, and nothing went wrong here. */
function isCutOff(error: unknown, { signal }: Request): boolean {
  return signal.aborted && error instanceof Error && error.name === "AbortError";
}

/** Refusals of the database's functions, by the code that they raise; `limit` is the error's detail. */
const BOUNDS: Record<string, (limit: number) => FieldError> = {
  too_many_fields: (bytes) => ({
    path: "/custom_fields",
    message: `there would be more than ${LIMITS.most_custom_fields} keys or ${bytes / 1024} KiB; take some away first`,
  }),
  too_many_tags: () => ({
    path: "/tags",
    message: `the contact would have more than ${LIMITS.most_tags}; take some away first`,
  }),
  too_many_notes: () => ({
    path: "/body",
    message: `the contact has ${LIMITS.most_notes.toLocaleString("en")} notes, and no more fit; keep further ones in a system of your own`,
  }),
  too_many_conversation_notes: () => ({
    path: "/body",
    message: `the conversation has ${LIMITS.most_notes.toLocaleString("en")} notes, and no more fit; keep further ones in a system of your own`,
  }),
};

function beyondBounds(cause: Error & { detail?: string }): Problem {
  const error = BOUNDS[cause.message]?.(Number(cause.detail));
  if (error === undefined) return ourMistake(cause);
  return problem(422, "invalid_request", `${error.path}: ${error.message}`, { cause, errors: [error] });
}

/** The problem of what should not have happened: its cause is for the log alone. */
export function ourMistake(cause: unknown): Problem {
  return problem(500, "internal_error", OUR_MISTAKE, { cause });
}

/** A value that Postgres cannot compare is no known id; elsewhere the request is wrong. */
function unstorable(request: Request, cause: unknown): Problem {
  if (new URL(request.url).pathname.includes("%00")) return problem(404, "not_found", "not found", { cause });
  const detail =
    "a text has a NUL character or half of a surrogate pair, or a time or number is out of range";
  return problem(422, "invalid_request", detail, { cause, errors: [{ path: "/", message: detail }] });
}

type Issue = {
  path?: string;
  message?: string;
  summary?: string;
  value?: unknown;
  /** Of a union, `anyOf` is what it may be, and `errors` what each of that finds wrong. */
  schema?: { anyOf?: readonly Branch[]; examples?: readonly unknown[] };
  errors?: readonly Iterable<Issue>[];
};
type Branch = { const?: unknown; type?: string; format?: string };

/** Elysia's validation error, which lists what TypeBox found. */
function invalidRequest(error: unknown, request: Request): Problem {
  const { all = [] } = error as { all?: Issue[] };
  const errors = firstPerPath(
    all
      .map(mostTelling)
      .map((issue) => ({ path: issue.path || queryPath(issue, request), message: describe(issue) })),
  );
  const first = errors[0];
  const detail = first === undefined ? "the request is not valid" : `${first.path}: ${first.message}`;
  return problem(422, "invalid_request", detail, { errors });
}

/** A number of the query that was read but is out of its range comes without its path: found by its value. */
function queryPath(issue: Issue, request: Request): string {
  const query = new URL(request.url).searchParams;
  const name = [...query].find(([, given]) => Number(given) === issue.value)?.[0];
  return `/${name ?? ""}`;
}

/** For a union with null, or with a number as text, the error names the other branch. */
function mostTelling(issue: Issue): Issue {
  const branches = issue.schema?.anyOf ?? [];
  const [only, ...others] = branches.flatMap((branch, index) => (isAside(branch) ? [] : [index]));
  const [inner] = only === undefined || others.length > 0 ? [] : [...(issue.errors?.[only] ?? [])];
  return inner === undefined ? issue : mostTelling(inner);
}

/** Null, or Elysia's second way of reading the numbers and yes or no of a query. */
function isAside({ type, format }: Branch): boolean {
  return type === "null" || (type === "string" && /^(integer|numeric|boolean)$/.test(format ?? ""));
}

function describe(issue: Issue): string {
  const { anyOf: branches = [], examples: [example] = [] } = issue.schema ?? {};
  const message = issue.message ?? issue.summary ?? "not valid";
  if (example !== undefined && message.startsWith("Expected string to match"))
    return `is not of the right form; write it like ${example}`;
  if (branches.length > 0 && branches.every((branch) => branch.const !== undefined || branch.type === "null"))
    return `expected one of ${branches.map((branch) => String(branch.const ?? null)).join(", ")}`;
  const types = [...new Set(branches.map(({ type }) => type))];
  const given = Array.isArray(issue.value) ? "array" : typeof issue.value;
  if (types.length > 1 && !types.includes(undefined) && !types.includes(given))
    return `expected ${types.join(" or ")}`;
  return message.charAt(0).toLowerCase() + message.slice(1);
}

/** TypeBox reports a missing field twice (absent, and not of its type): the first says it best. */
function firstPerPath(errors: FieldError[]): FieldError[] {
  const seen = new Set<string>();
  return errors.filter((issue) => !seen.has(issue.path) && seen.add(issue.path));
}

/** An error thrown while a body is parsed counts as invalid JSON, unless it is of another kind. */
export function asThrown(request: Request) {
  return (cause: unknown): never => {
    throw asProblem(cause, "UNKNOWN", request);
  };
}
