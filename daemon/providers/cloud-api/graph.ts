import http from "node:http";
import https from "node:https";
import type { Note } from "../../drift/known.ts";
import { agentFor } from "../../egress/agents.ts";
import { writeReleased } from "../../lib/released.ts";
import type { GraphError } from "./errors.ts";
import { formContent, type GraphForm } from "./form.ts";
import { noteAnswer } from "./known/answer.ts";

/** The response to a Graph API call, or why there is none. */
export type GraphResponse =
  | { kind: "response"; status: number; body: Record<string, unknown> }
  | { kind: "refused"; status: number; error: GraphError; retryAfterMs?: number }
  /** The request was never sent, or was rejected before it reached the API: nothing was done. */
  | { kind: "unreachable"; reason: string }
  /** It may have been received: its outcome is unknown. */
  | { kind: "lost"; reason: string };

export type Graph = (request: {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** Null where there is none yet: the exchange of a signup's code. */
  accessToken: string | null;
  body?: Record<string, unknown> | undefined;
  /** In place of a body: a form with one file, which may take minutes. */
  form?: GraphForm | undefined;
  /** In place of a body: a file, all of it, for an upload in pieces. */
  file?: GraphForm["file"] | undefined;
  signal?: AbortSignal;
}) => Promise<GraphResponse>;

const CALL_MS = 30_000;
const FORM_MS = 5 * 60_000;
const MOST_RESPONSE_BYTES = 1024 * 1024;

/** Errors of a connection that was never made, so that the request cannot have been received. */
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "CERT_HAS_EXPIRED",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "FailedToOpenSocket",
  "ConnectionRefused",
]);

const POOL = { keepAlive: true, timeout: 30_000, maxFreeSockets: 128 };

/**
 * A caller of the Graph API at `baseUrl` (version included) over kept-alive
 * connections. Its calls never throw. (`node:http`, not `fetch`: fetch stops at
 * 256 requests a process, so that one slow channel would hold up all others.) What is not known in a response is noted.
 */
export function createGraph(baseUrl: string, callMs = CALL_MS, note: Note = () => {}): Graph {
  const agent = agentFor(new URL(baseUrl), POOL);
  return async ({ method, path, accessToken, body, form, file, signal }) => {
    const deadline = AbortSignal.timeout(form === undefined && file === undefined ? callMs : FORM_MS);
    const content = contentOf({ body, form, file });
    const scheme = file === undefined ? "Bearer" : "OAuth";
    const options = {
      method,
      agent,
      headers: {
        ...(accessToken === null ? {} : { authorization: `${scheme} ${accessToken}` }),
        "accept-encoding": "identity",
        ...content?.headers,
      },
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    };
    try {
      const exchanged = await exchange(new URL(baseUrl + path), options, content);
      const answer = parseObject(exchanged.text);
      noteAnswer(path, answer, note);
      return readResponse(exchanged, answer);
    } catch (error) {
      return failedCall(error);
    }
  };
}

type Content = { headers: http.OutgoingHttpHeaders; bytes: string | AsyncIterable<Uint8Array> };

function contentOf({ body, form, file }: Pick<Parameters<Graph>[0], "body" | "form" | "file">) {
  if (form !== undefined) return formContent(form);
  return file === undefined ? jsonContent(body) : fileContent(file);
}

/** A file from its beginning (Meta, "Resumable Upload API"). */
function fileContent({ bytes, size }: GraphForm["file"]): Content {
  const headers = { "content-type": "application/octet-stream", "content-length": size, file_offset: "0" };
  return { headers, bytes };
}

function jsonContent(body: Record<string, unknown> | undefined): Content | undefined {
  if (body === undefined) return undefined;
  const bytes = JSON.stringify(body);
  return {
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(bytes) },
    bytes,
  };
}

type Exchanged = { status: number; headers: http.IncomingHttpHeaders; text: string };

function exchange(url: URL, options: https.RequestOptions, content: Content | undefined): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const call = url.protocol === "https:" ? https.request(url, options) : http.request(url, options);
    const isConnected = watchConnection(call, url);
    call.on("error", (error) =>
      reject(isConnected() ? error : new NeverConnected(error.message, { cause: error })),
    );
    call.on("response", (message) => {
      const chunks: Buffer[] = [];
      let size = 0;
      message.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_RESPONSE_BYTES) message.destroy(new Error("the response is too large"));
        else chunks.push(chunk);
      });
      message.on("error", reject);
      message.on("end", () => {
        resolve({
          status: message.statusCode ?? 0,
          headers: message.headers,
          text: Buffer.concat(chunks).toString(),
        });
      });
      message.on("close", () => reject(new Error("the response ended early")));
    });
    if (content === undefined || typeof content.bytes === "string") call.end(content?.bytes);
    else writeReleased(content.bytes, call).catch(reject);
  });
}

/** The connection was not made, so that nothing was sent. */
class NeverConnected extends Error {}

/** Whether a call has come as far as a connection on which it can be sent, TLS included. */
function watchConnection(call: http.ClientRequest, url: URL): () => boolean {
  let isConnected = false;
  call.on("socket", (socket) => {
    const connected = () => {
      isConnected = true;
    };
    if (!socket.connecting) connected();
    else socket.once(url.protocol === "https:" ? "secureConnect" : "connect", connected);
  });
  return () => isConnected;
}

function readResponse({ status, headers }: Exchanged, body: Record<string, unknown> | null): GraphResponse {
  const succeeded = status >= 200 && status < 300;
  if (succeeded && body !== null) return { kind: "response", status, body };
  const error = body?.error;
  if (isGraphError(error)) return { kind: "refused", status, error, ...retryAfter(headers) };
  // A gateway before the API answered, or something that is not the API. 503 turns the call away; any other 5xx may
  // come after the work was done.
  const reason = `HTTP ${status} without a Graph API response`;
  const mayBeDone = succeeded || (status >= 500 && status !== 503);
  return mayBeDone ? { kind: "lost", reason } : { kind: "unreachable", reason };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isGraphError(value: unknown): value is GraphError {
  return typeof value === "object" && value !== null && "code" in value && typeof value.code === "number";
}

/** Meta says in `x-business-use-case-usage` how many minutes a throttled account has to wait. */
function retryAfter(headers: http.IncomingHttpHeaders): { retryAfterMs?: number } {
  const usage = String(headers["x-business-use-case-usage"] ?? "");
  const minutes = /"estimated_time_to_regain_access":\s*(\d+)/.exec(usage)?.[1];
  return minutes === undefined || minutes === "0" ? {} : { retryAfterMs: Number(minutes) * 60_000 };
}

function failedCall(error: unknown): GraphResponse {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = error instanceof Error ? error.message : String(error);
  return error instanceof NeverConnected || NEVER_SENT.has(code)
    ? { kind: "unreachable", reason }
    : { kind: "lost", reason };
}
