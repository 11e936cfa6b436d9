import { type Sender, sentFor } from "../http/sender.ts";
import { isObject } from "../lib/objects.ts";

/** What the API answered, where that is no refusal. */
export type ApiRecord = Record<string, unknown>;

/** The API in the name of one caller and tool: its own routes, with their permissions, limits, idempotency and log. */
export type Api = {
  get(path: string, query?: Record<string, unknown>): Promise<ApiRecord>;
  post(path: string, body?: object, idempotencyKey?: string): Promise<ApiRecord>;
  remove(path: string): Promise<void>;
  /** The bytes at a path. */
  bytes(path: string): Promise<{ bytes: Uint8Array; type: string }>;
};

/** The API refused. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: ApiRecord,
  ) {
    super(String(problem.detail ?? status));
  }
}

/** Answers a request by the API's routes, without a connection. */
export type Handle = (request: Request) => Promise<Response>;

export type ApiDependencies = {
  handle: Handle;
  /** The request that the tool was called by: its credential counts. */
  request: Request;
  sender: Sender;
  requestId: string;
  tool: string;
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

/** Makes an API for one call of a tool. Its functions throw `Refused` for what the API refuses. */
export function createApi({ handle, request, sender, requestId, tool }: ApiDependencies): Api {
  async function ask(
    method: string,
    path: string,
    body?: object,
    idempotencyKey?: string,
  ): Promise<Response> {
    const headers = new Headers({ accept: "application/json", "x-request-id": requestId });
    for (const name of CREDENTIALS) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    if (body !== undefined) headers.set("content-type", "application/json");
    if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
    const url = new URL(path, request.url);
    // `..` in place of an id or a tag's name would lead to another route
    if (url.pathname !== path.split("?", 1)[0])
      throw new Refused(404, { code: "not_found", detail: "nothing has this id or name" });
    const made = new Request(url.href, {
      ...{ method, headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    sentFor(made, { ...sender, tool });
    const response = await handle(made);
    if (response.ok) return response;
    const problem: unknown = await response.json().catch(() => null);
    throw new Refused(response.status, isObject(problem) ? problem : {});
  }

  return {
    get: async (path, query) => recordOf(await ask("GET", path + queryOf(query))),
    post: async (path, body, key) => recordOf(await ask("POST", path, body ?? {}, key)),
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
