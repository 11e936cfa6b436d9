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
  const body = record(await response.json().catch(() => null));
  const detail = text(body.detail) ?? `the server answered ${response.status}`;
  const errors = Array.isArray(body.errors) ? body.errors.filter(isFieldError) : [];
  const requestId = text(body.request_id) ?? response.headers.get("x-request-id");
  return new Problem(
    response.status,
    text(body.code) ?? "unknown",
    detail,
    text(body.hint),
    errors,
    requestId,
  );
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
