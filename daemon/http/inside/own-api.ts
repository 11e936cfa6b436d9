import { isObject } from "../../lib/objects.ts";
import { type Problem, problem } from "../problem.ts";
import { type Sender, sentFor } from "../sender.ts";

/** What the API answered, where that is no refusal. */
export type ApiRecord = Record<string, unknown>;

/** The API in the name of one caller: its own routes, with their permissions, limits, idempotency and log. */
export type Api = {
  get(path: string, query?: Record<string, unknown>): Promise<ApiRecord>;
  post(path: string, body?: object, idempotencyKey?: string): Promise<ApiRecord>;
  remove(path: string): Promise<void>;
  /** The bytes at a path. */
  bytes(path: string): Promise<{ bytes: Uint8Array; type: string }>;
  /** Any other request, and its answer as it is. Throws `Refused` for what the API refuses. */
  ask(method: string, path: string, sent?: Sent): Promise<Response>;
};

/** A body, as JSON where it is an object, and headers of a request. */
export type Sent = { body?: object | ReadableStream<Uint8Array>; headers?: Record<string, string> };

/** The API refused. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: ApiRecord,
    readonly headers: Headers = new Headers(),
  ) {
    super(String(problem.detail ?? problem.error ?? status));
  }
}

/** The problem as which a refusal is passed on. */
export function refusedProblem({ status, problem: given, headers, message }: Refused): Problem {
  const { title: _, status: __, detail: ___, error: ____, request_id: _____, code, ...members } = given;
  const pause = headers.get("retry-after");
  return problem(status, typeof code === "string" ? code : "refused", message, {
    members,
    ...(pause === null ? {} : { headers: { "retry-after": pause } }),
  });
}

/** Answers a request by the API's routes, without a connection. */
export type Handle = (request: Request) => Promise<Response>;

export type ApiDependencies = {
  handle: Handle;
  /** The request that came in: its credential counts. */
  request: Request;
  sender: Sender;
  requestId: string;
  /** The tool of an agent that asks. */
  tool?: string;
  /** The key, where the request has it in another place than the API's. */
  key?: string | null;
};

/** Of the request that came in, what says who asks. */
const CREDENTIALS = [
  "x-api-key",
  "authorization",
  "cookie",
  "origin",
  "sec-fetch-site",
  "waypost-user",
  "host",
];

/** Makes an API for one request. Its functions throw `Refused` for what the API refuses. */
export function createApi({ handle, request, sender, requestId, tool, key = null }: ApiDependencies): Api {
  async function ask(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Response> {
    const credentials = key === null ? credentialsOf(request) : { "x-api-key": key };
    const url = new URL(path, request.url);
    // `..` in place of an id or a tag's name would lead to another route
    if (url.pathname !== path.split("?", 1)[0])
      throw new Refused(404, { code: "not_found", detail: "nothing has this id or name" });
    const isStream = body instanceof ReadableStream;
    const made = new Request(url.href, {
      method,
      headers: {
        ...{ accept: "application/json", "x-request-id": requestId },
        ...credentials,
        ...(body === undefined || isStream ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : isStream ? body : JSON.stringify(body),
    });
    sentFor(made, { ...sender, tool });
    const response = await handle(made);
    if (response.ok) return response;
    const told: unknown = await response.json().catch(() => null);
    throw new Refused(response.status, isObject(told) ? told : {}, response.headers);
  }

  return {
    ask,
    get: async (path, query) => recordOf(await ask("GET", path + queryOf(query))),
    async post(path, body, idempotencyKey) {
      const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
      return recordOf(await ask("POST", path, { body: body ?? {}, headers }));
    },
    async remove(path) {
      await ask("DELETE", path);
    },
    async bytes(path) {
      const response = await ask("GET", path);
      return {
        bytes: new Uint8Array(await response.arrayBuffer()),
        type: response.headers.get("content-type") ?? "application/octet-stream",
      };
    },
  };
}

function credentialsOf({ headers }: Request): Record<string, string> {
  return Object.fromEntries(
    CREDENTIALS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** `?name=value&…` of what is given. */
function queryOf(values: Record<string, unknown> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}

async function recordOf(response: Response): Promise<ApiRecord> {
  const text = await response.text();
  const value: unknown = text === "" ? {} : JSON.parse(text);
  return isObject(value) ? value : { data: value };
}
