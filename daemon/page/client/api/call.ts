import type { RequestOf, ResponseOf, Route } from "../../../start/types/routes.ts";
import { asProblem, type Problem, problemOf } from "./problem.ts";
import { addressOf } from "./root.ts";

export type { BodyOf, QueryOf, RequestOf, ResponseOf, Route, RowOf } from "../../../start/types/routes.ts";

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Kept for one intention, so that repeating it does nothing twice. */
  idempotencyKey?: string | undefined;
  /** Whether 401 is an answer like others, and not the end of a session. */
  isLogin?: boolean;
};

/** Resolves when somebody has logged in again; rejects when they gave up. */
type LoginAgain = (problem: Problem) => Promise<void>;
let loginAgain: LoginAgain | null = null;

/** Sets who is asked to log in again when the session has ended in mid-work. */
export function setLoginAgain(ask: LoginAgain | null): void {
  loginAgain = ask;
}

/**
 * Calls the API, typed by the daemon's routes. Rejects with a `Problem`. When the session has ended, the call waits for
 * the login and is made again.
 */
export async function call<Name extends Route>(
  route: Name,
  request: RequestOf<Name>,
  options: CallOptions = {},
): Promise<ResponseOf<Name>> {
  const planned = planRequest(route, request, options.idempotencyKey);
  const response = await answerOf(planned, options);
  const text = await response.text().catch((cause: unknown) => {
    throw asProblem(cause);
  });
  return (text === "" ? null : JSON.parse(text)) as ResponseOf<Name>;
}

/** The response to a request, once it is good. */
async function answerOf(planned: PlannedRequest, options: CallOptions): Promise<Response> {
  const response = await send(planned, options.signal);
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.status !== 401 || options.isLogin === true || loginAgain === null) throw problem;
  await loginAgain(problem);
  return await answerOf(planned, options);
}

/** A request as it goes out, and as it is shown as `curl`. */
export type PlannedRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
};

/** Method, path, headers and body of a call. */
export function planRequest<Name extends Route>(
  route: Name,
  request: RequestOf<Name>,
  idempotencyKey: string | undefined = undefined,
): PlannedRequest {
  const [method = "GET", template = "/"] = route.split(" ");
  const { path = {}, query = {}, body } = request as RequestParts;
  const hasBody = body !== undefined;
  return {
    method,
    path: fillPath(template, path) + queryString(query),
    headers: {
      accept: "application/json",
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...(method === "POST" ? { "idempotency-key": idempotencyKey ?? newIdempotencyKey() } : {}),
    },
    body: hasBody ? JSON.stringify(body) : null,
  };
}

type RequestParts = { path?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** Names one intention. */
export function newIdempotencyKey(): string {
  // `randomUUID` is not there over plain http
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

async function send(
  { method, path, headers, body }: PlannedRequest,
  signal?: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(addressOf(path), {
      method,
      headers,
      body,
      signal: signal ?? null,
      credentials: "same-origin",
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw asProblem(cause);
  }
}

function fillPath(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function queryString(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}
