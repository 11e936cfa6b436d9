import { ExitCode } from "../failures/exit-codes.ts";
import { Failure, type FieldError } from "../failures/failure.ts";
import type { Settings } from "../settings/settings.ts";
import { maskKey } from "../text/redact.ts";
import { adviceFor } from "./advice.ts";

type Access = Pick<Settings, "url" | "apiKey" | "token" | "keySource" | "profile">;

type Problem = {
  title?: string;
  detail?: string;
  /** Contact endpoints say `error` instead of title and detail. */
  error?: string;
  code?: string;
  request_id?: string;
  hint?: string;
  errors?: FieldError[];
};

/** A response that is not 2xx, as a failure: exit 3 for 4xx, 1 for the rest. */
export function refusal(response: Response, text: string, settings: Access): Failure {
  const { status } = response;
  const problem = parse(text);
  const exitCode = status >= 400 && status < 500 ? ExitCode.refused : ExitCode.error;
  return new Failure(exitCode, sentence(response, problem), {
    status,
    code: problem?.code,
    errors: problem?.errors,
    requestId: problem?.request_id ?? response.headers.get("x-request-id") ?? undefined,
    hint: hintOf(response, problem, settings),
  });
}

function sentence(response: Response, problem: Problem | null): string {
  const location = response.headers.get("location");
  if (location !== null) return `the API responded with ${response.status}: it has moved to ${location}`;
  const detail = problem?.detail ?? problem?.error ?? problem?.title;
  return detail === undefined
    ? `the API responded with ${response.status}`
    : `${detail} (${response.status})`;
}

/** Advice in one line: the API's, and what the CLI knows. */
function hintOf(response: Response, problem: Problem | null, settings: Access): string | undefined {
  const given = problem?.hint?.replaceAll(/[\r\n]+/g, " ");
  const isAboutKey = response.status === 401 && problem?.code !== "wrong_cell";
  const hints = isAboutKey
    ? [keyAdvice(settings), given]
    : [given, statusAdvice(response, problem, settings.url)];
  const known = hints.filter((hint) => hint !== undefined);
  return known.length === 0 ? undefined : known.join("\n");
}

function keyAdvice({ url, apiKey, token, keySource, profile }: Access): string {
  if (token !== null)
    return `The login of profile '${profile}' has ended. Run: waypost login --email <address>`;
  if (apiKey === null) return `No API key is set for ${url}. Run: waypost login`;
  const source = keySource === "profile" ? `profile '${profile}'` : keySource;
  return `The key ${maskKey(apiKey)} (from ${source}) is not valid at ${url}. Run: waypost login`;
}

function statusAdvice(response: Response, problem: Problem | null, url: string): string | undefined {
  const wait = response.headers.get("retry-after");
  if ([429, 503].includes(response.status) && wait !== null) return `Try again in ${wait} s.`;
  const advice = problem?.code === undefined ? undefined : adviceFor(problem.code);
  if (advice !== undefined) return advice;
  if (problem === null) return `Is ${url} the address of a Waypost daemon?`;
  return undefined;
}

function parse(text: string): Problem | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? pick(value) : null;
  } catch {
    return null;
  }
}

/** Takes only what has the right type: the response may come from something that is no Waypost. */
function pick(value: object): Problem {
  const members = new Map<string, unknown>(Object.entries(value));
  const problem: Problem = {};
  for (const name of ["title", "detail", "error", "code", "request_id", "hint"] as const) {
    const member = members.get(name);
    if (typeof member === "string") problem[name] = member;
  }
  const errors = members.get("errors");
  if (Array.isArray(errors)) problem.errors = errors.filter(isFieldError);
  return problem;
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== "object" || value === null) return false;
  return (
    "path" in value &&
    typeof value.path === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}
