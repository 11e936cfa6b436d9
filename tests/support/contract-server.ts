import { missingPermission } from "../../daemon/auth/missing-permission.ts";
import { type Problem, problemBody } from "../../daemon/http/problem.ts";
import { unauthorized } from "../../daemon/http/unauthorized.ts";
import {
  type Answer,
  channel,
  createHandlers,
  type Handler,
  problem,
  type Recorded,
} from "./contract-answers.ts";

/**
 * A stand-in for the daemon that answers the CLI as the API's contract says.
 * It checks what every request must carry and remembers what it was sent.
 */
export const KEY = `wp_${"a".repeat(32)}9xYz`;
export const LIMITED_KEY = `wp_${"b".repeat(32)}1234`;

export type ContractServer = {
  url: string;
  requests: Recorded[];
  channels: Record<string, unknown>[];
  /** How many of the next requests are answered 503. */
  unavailable: number;
  stop(): Promise<void>;
};

export function startContractServer(): ContractServer {
  const handlers = createHandlers(() => state.channels);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(incoming) {
      const request = await recordOf(incoming);
      state.requests.push(request);
      if (state.unavailable > 0) return respond(unavailable(state));
      return respond(refuse(request) ?? route(handlers, request));
    },
  });
  const state: ContractServer = {
    url: `http://127.0.0.1:${server.port}`,
    requests: [],
    channels: [channel("ch_1")],
    unavailable: 0,
    stop: () => server.stop(true),
  };
  return state;
}

async function recordOf(incoming: Request): Promise<Recorded> {
  const { pathname, searchParams } = new URL(incoming.url);
  const text = await incoming.text();
  return {
    method: incoming.method,
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: text === "" ? null : JSON.parse(text),
  };
}

function respond({ status, body }: Answer): Response {
  const problem = status >= 400;
  const headers: Record<string, string> = {
    "content-type": problem ? "application/problem+json" : "application/json",
  };
  if (status === 503) headers["retry-after"] = "0";
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
}

/** As the daemon answers. */
function asAnswer(failure: Problem): Answer {
  return { status: failure.status, body: problemBody(failure, "req_test") };
}

function unavailable(state: ContractServer): Answer {
  state.unavailable--;
  return problem(503, "unavailable", "the database is away");
}

function refuse({ method, path, headers }: Recorded): Answer | null {
  if (path === "/v1/health") return null;
  const key = headers.get("x-api-key");
  if (key !== KEY && key !== LIMITED_KEY) return asAnswer(unauthorized());
  if (key === LIMITED_KEY) return asAnswer(missingPermission("key", "channels:read"));
  if (method !== "POST") return null;
  if (headers.get("content-type") !== "application/json")
    return problem(415, "unsupported_media_type", "JSON only");
  return headers.get("idempotency-key") === null ? problem(400, "no_key", "no Idempotency-Key") : null;
}

function route(handlers: Record<string, Handler>, request: Recorded): Answer {
  const [, base = "", id = ""] =
    /^(.*?)(?:\/((?:key|ch|ep)_\w+|[0-9a-f-]{36}|unknown))?$/.exec(request.path) ?? [];
  const handler = handlers[`${request.method} ${base}${id === "" ? "" : "/{id}"}`];
  return handler === undefined ? problem(404, "not_found", "not found") : handler(request, id);
}
