import type { RequestOf, ResponseOf, Route } from "../../../start/types/routes.ts";
import { noteClock } from "./clock.ts";
import { awaitAnswer, noteAnswer } from "./connection.ts";
import { fetchInTime } from "./fetch-in-time.ts";
import { asProblem, type Problem, problemOf } from "./problem.ts";

export type { BodyOf, QueryOf, RequestOf, ResponseOf, Route, RowOf } from "../../../start/types/routes.ts";

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Kept for one intention, so that repeating it does nothing twice. */
  idempotencyKey?: string | undefined;
  /** Whether 401 is an answer like others, and not the end of a session. */
  isLogin?: boolean;
  /** How long an answer is waited for. */
  patienceMs?: number;
};

/** Longer than the daemon takes until it says that it has no time. */
const PATIENCE_MS = 60_000;

/** Resolves when somebody has logged in again; rejects when they gave up. */
type LoginAgain = (problem: Problem) => Promise<void>;
let loginAgain: LoginAgain | null = null;

/** Sets who is asked to log in again when the session has ended in mid-work. */
export function setLoginAgain(ask: LoginAgain | null): void {
  loginAgain = ask;
}

let stepUp: LoginAgain | null = null;

/** Sets who is asked to prove once more who they are, when a request needs that. */
export function setStepUp(ask: LoginAgain | null): void {
  stepUp = ask;
}

let user: string | null = null;

/** Sets whose page this is. What it asks for is refused once the browser's login is another user's. */
export function setUser(id: string | null): void {
  user = id;
}

/** The header that says whose page asks. */
export function userHeader(): Record<string, string> {
  return user === null ? {} : { "waypost-user": user };
}

/** The daemon's clock when it first answered. */
let answeredAt: string | null = null;

/** A time, by the daemon's clock, since which nothing that was read can be old: to the second, so a little earlier. */
export function firstAnswerAt(): string {
  const first = answeredAt === null ? Date.now() : Date.parse(answeredAt);
  return new Date(first - 1000).toISOString();
}

/**
 * Calls the API, typed by the daemon's routes. Rejects with a `Problem`. When the session has ended, or the
 * API wants a fresh proof of who asks, the call waits for that and is made again.
 */
export async function call<Name extends Route>(
  route: Name,
  request: RequestOf<Name>,
  { signal, idempotencyKey, isLogin, patienceMs = PATIENCE_MS }: CallOptions = {},
): Promise<ResponseOf<Name>> {
  const planned = planRequest(route, request, idempotencyKey);
  return (await answerTo(() => send(planned, patienceMs, signal), isLogin)) as ResponseOf<Name>;
}

/** What the API answers to a request, in whatever way that is sent. */
export async function answerTo(sendIt: () => Promise<Response>, isLogin = false): Promise<unknown> {
  const response = await goodResponse(sendIt, isLogin);
  const text = await response.text().catch((cause: unknown) => {
    throw asProblem(cause);
  });
  return text === "" ? null : JSON.parse(text);
}

/** The response to a request, once it is good. */
async function goodResponse(sendIt: () => Promise<Response>, isLogin: boolean): Promise<Response> {
  const response = await sendIt();
  noteClock(response);
  noteAnswer();
  answeredAt ??= response.headers.get("date");
  if (response.ok) return response;
  const problem = await problemOf(response);
  const ask = askFor(problem);
  if (isLogin || ask === null) throw problem;
  await ask(problem);
  return await goodResponse(sendIt, isLogin);
}

/** Who mends what a request was refused for, so that it can be made again; null when nobody can. */
function askFor({ status, code }: Problem): LoginAgain | null {
  if (status === 401) return loginAgain;
  return code === "step_up_required" ? stepUp : null;
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
  patienceMs: number,
  signal?: AbortSignal,
): Promise<Response> {
  const stopWaiting = awaitAnswer();
  try {
    const all = { ...headers, ...userHeader() };
    return await fetchInTime(path, { method, headers: all, body, signal: signal ?? null }, patienceMs);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw asProblem(cause);
  } finally {
    stopWaiting();
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
