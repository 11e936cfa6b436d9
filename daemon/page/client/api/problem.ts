/** One wrong place of a request: a JSON pointer, and what is wrong there. */
export type FieldError = { path: string; message: string };

/** What the API refused, in its words (RFC 9457). Status 0: nobody answered. */
export class Problem extends Error {
  override readonly name = "Problem";
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly hint: string | null = null,
    readonly errors: readonly FieldError[] = [],
    readonly requestId: string | null = null,
  ) {
    super(detail);
  }
}

/** The problem that a response is about, also where a proxy answered in place of the daemon. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  return problemIn(response.status, body, response.headers.get("x-request-id"));
}

/** The problem that a body is, of a whole response or of one of many answers in it. */
export function problemIn(status: number, given: unknown, requestId: string | null = null): Problem {
  const body = record(given);
  const detail = text(body.detail) ?? `the server answered ${status}`;
  const errors = Array.isArray(body.errors) ? body.errors.filter(isFieldError) : [];
  const code = text(body.code) ?? "unknown";
  return new Problem(status, code, detail, text(body.hint), errors, text(body.request_id) ?? requestId);
}

/** What went wrong, as a problem: the network's errors have no words for people. */
export function asProblem(cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  return new Problem(0, "unreachable", "the daemon can't be reached", "Check the network, then try again.");
}

/** What is wrong with one field, by its name or its JSON pointer; null when nothing is. */
export function errorAt(problem: Problem | null, field: string): string | null {
  const pointer = field.startsWith("/") ? field : `/${field}`;
  return problem?.errors.find(({ path }) => path === pointer)?.message ?? null;
}

function isFieldError(value: unknown): value is FieldError {
  const { path, message } = record(value);
  return typeof path === "string" && typeof message === "string";
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
