import http from "node:http";
import https from "node:https";
import { urlToHttpOptions } from "node:url";
import { createSecureAgent } from "./agents.ts";
import type { EgressGuard } from "./guard.ts";
import { type PostFailure, postFailure } from "./post-failure.ts";
import { parseUrl } from "./url.ts";

export type PostRequest = {
  /** POST where it is absent. */
  method?: "GET";
  headers: Record<string, string>;
  /** Sent unchanged, a text in UTF-8. */
  body: string | Uint8Array;
  /** Milliseconds for everything: DNS, connection, response and its body. */
  timeoutMs?: number;
  /** How many bytes of the response's body are read before the connection is closed. */
  maxResponseBytes?: number;
  signal?: AbortSignal;
};

/** The result of a post: a response with any status, or the reason there is none. */
export type PostResult =
  | (PostResponse & { durationMs: number })
  | { kind: "failure"; failure: PostFailure; reason: string; durationMs: number };

export type Poster = {
  /** Posts to a customer's URL. Never throws. Redirects are not followed and nothing is decompressed. */
  post(url: string, request: PostRequest): Promise<PostResult>;
  /** Closes the idle connections. */
  close(): void;
};

const POOL = { keepAlive: true, timeout: 30_000, maxFreeSockets: 20 };
const USER_AGENT = "Waypost-Webhooks/1";

/**
 * Posts through the guard over connections pooled by host; a connection stays with the address
 * that was checked when it was made. (`node:http`, not `fetch`: fetch allows 256 requests a
 * process, so a few hanging receivers would hold up all others.)
 */
export function createPoster(guard: EgressGuard): Poster {
  const pools = { plain: new http.Agent(POOL), secure: createSecureAgent(POOL) };
  const dials = createDials(guard);
  return {
    async post(url, request) {
      const started = performance.now();
      const outcome = await withDeadline(request, (signal) => exchange(dials(url), pools, request, signal));
      return { ...outcome, durationMs: Math.round(performance.now() - started) };
    },
    close() {
      pools.plain.destroy();
      pools.secure.destroy();
    },
  };
}

type Pools = { plain: http.Agent; secure: https.Agent };
type PostResponse = {
  kind: "response";
  status: number;
  contentType: string | null;
  retryAfter: string | null;
  body: string;
};
type Failure = { kind: "failure"; failure: PostFailure; reason: string };

/** Runs a call that ends at its deadline, or when the caller aborts it. */
async function withDeadline(
  { timeoutMs = 15_000, signal }: PostRequest,
  call: (signal: AbortSignal) => Promise<PostResponse>,
): Promise<PostResponse | Failure> {
  const controller = new AbortController();
  const cancel = () => controller.abort("cancelled");
  const timer = setTimeout(() => controller.abort("timeout"), timeoutMs);
  signal?.addEventListener("abort", cancel);
  if (signal?.aborted) cancel();
  try {
    return await call(controller.signal);
  } catch (error) {
    return { kind: "failure", ...postFailure(error, controller.signal, timeoutMs) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

/** Where a URL that may be dialled is, with the lookup that checks its host's addresses each time. */
type Dial = { isSecure: boolean; place: http.RequestOptions };

const DIALS_REMEMBERED = 1000;

/** Checks each URL once: the guard's verdict on the URL itself does not change. Throws `EgressRefused`. */
function createDials(guard: EgressGuard): (address: string) => Dial {
  const known = new Map<string, Dial>();
  return (address) => {
    const found = known.get(address);
    if (found !== undefined) return found;
    const url = parseUrl(address);
    const place = { ...urlToHttpOptions(url), lookup: guard.lookupFor(url) };
    const dial = { isSecure: url.protocol === "https:", place };
    if (known.size >= DIALS_REMEMBERED) known.clear();
    known.set(address, dial);
    return dial;
  };
}

/** One exchange; repeated on a new connection when the server turns out to have closed the pooled one. */
async function exchange(
  { isSecure, place }: Dial,
  pools: Pools,
  request: PostRequest,
  signal: AbortSignal,
): Promise<PostResponse> {
  const pool = isSecure ? pools.secure : pools.plain;
  const options = requestOptions(place, request);
  const begin = (agent: http.Agent) =>
    isSecure ? https.request({ ...options, agent }) : http.request({ ...options, agent });
  try {
    return await send(begin(pool), request, signal);
  } catch (error) {
    if (!(error instanceof StaleConnection) || signal.aborted) throw error;
    return await send(begin(isSecure ? createSecureAgent() : new http.Agent()), request, signal);
  }
}

function requestOptions(place: http.RequestOptions, request: PostRequest): http.RequestOptions {
  return { ...place, method: request.method ?? "POST", headers: postHeaders(request) };
}

/** The headers of a post: the given ones, and those that every post has. */
export function postHeaders({
  headers,
  body,
}: Pick<PostRequest, "headers" | "body">): Record<string, string> {
  return {
    "user-agent": USER_AGENT,
    "accept-encoding": "identity",
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
  };
}

/** A pooled connection ended before any response arrived on it. */
class StaleConnection extends Error {}

/** Rejects as soon as the signal is aborted, whatever the state of the connection. */
function send(
  call: http.ClientRequest,
  { body, maxResponseBytes = 16_384 }: PostRequest,
  signal: AbortSignal,
): Promise<PostResponse> {
  return new Promise((resolve, reject) => {
    let hasResponse = false;
    // by hand: the library's own way to watch a signal takes a twentieth of a post
    const abandon = () => {
      reject(new Error("abandoned"));
      call.destroy();
    };
    signal.addEventListener("abort", abandon, { once: true });
    if (signal.aborted) abandon();
    call.on("error", (cause) => {
      reject(call.reusedSocket && !hasResponse ? new StaleConnection("closed", { cause }) : cause);
    });
    call.on("response", (message) => {
      hasResponse = true;
      readStart(message, maxResponseBytes).then((text) => resolve(responseOf(message, text)), reject);
    });
    call.end(body);
  });
}

/** The first bytes of a body; the rest is not awaited. */
function readStart(message: http.IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => resolve(Buffer.concat(chunks).subarray(0, limit));
    message.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      finish();
      message.destroy();
    });
    message.on("end", finish);
    message.on("error", reject);
    message.on("close", () => reject(new Error("the response ended early")));
  });
}

function responseOf(message: http.IncomingMessage, body: Buffer): PostResponse {
  return {
    kind: "response",
    status: message.statusCode ?? 0,
    contentType: message.headers["content-type"] ?? null,
    retryAfter: message.headers["retry-after"] ?? null,
    body: readable(body),
  };
}

/** Text that can be stored and shown anywhere: invalid UTF-8 and control characters are replaced. */
function readable(bytes: Buffer): string {
  return bytes.toString("utf8").replace(/[^\P{Cc}\t\n\r]/gu, "\uFFFD");
}
