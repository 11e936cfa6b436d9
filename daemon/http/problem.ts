/** One wrong place of a request: where, and what is wrong with it. */
export type FieldError = { path: string; message: string };

/** Members of a problem response beside its title, status and detail. */
export type ProblemExtras = {
  errors?: FieldError[];
  /** How to mend it. */
  hint?: string;
  headers?: Record<string, string>;
  /** Further members of the problem body (RFC 9457 extensions). */
  members?: Record<string, unknown>;
  cause?: unknown;
};

const TITLES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  421: "Misdirected Request",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
  507: "Insufficient Storage",
};

/**
 * An error with a public half (status, code, detail, field errors) and a
 * private half (`cause`), which is logged and never sent.
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail, { cause: extras.cause });
  }
}

/** Makes a `Problem` to throw; `code` is stable and machine-readable. */
export function problem(status: number, code: string, detail: string, extras?: ProblemExtras): Problem {
  return new Problem(status, code, detail, extras);
}

/** The body of a problem response (RFC 9457), shared by single responses and the rows of a batch. */
export function problemBody(failure: Problem, requestId?: string): Record<string, unknown> {
  return {
    title: TITLES[failure.status] ?? "Error",
    status: failure.status,
    detail: failure.detail,
    code: failure.code,
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(failure.extras.hint === undefined ? {} : { hint: failure.extras.hint }),
    ...(failure.extras.errors ? { errors: failure.extras.errors } : {}),
    ...failure.extras.members,
  };
}

/** The HTTP response to a problem: `application/problem+json`. */
export function problemResponse(failure: Problem, requestId: string): Response {
  return new Response(JSON.stringify(problemBody(failure, requestId)), {
    status: failure.status,
    headers: {
      "content-type": "application/problem+json",
      "x-request-id": requestId,
      ...failure.extras.headers,
    },
  });
}
