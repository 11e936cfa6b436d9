import type { GraphError } from "./errors.ts";

/** The answer to a Graph API call, or why there is none. */
export type GraphAnswer =
  | { kind: "answer"; status: number; body: Record<string, unknown> }
  | { kind: "refused"; status: number; error: GraphError; retryAfterMilliseconds?: number }
  /** The request never left: nothing was done. */
  | { kind: "unreachable"; reason: string }
  /** It may have been received: what came of it is not known. */
  | { kind: "lost"; reason: string };

export type Graph = (request: {
  method: "GET" | "POST" | "DELETE";
  path: string;
  accessToken: string;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
}) => Promise<GraphAnswer>;

const CALL_MILLISECONDS = 30_000;
const ANSWER_BYTES = 1024 * 1024;

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

/** A caller of the Graph API at `baseUrl` (version included) over kept-alive connections. Its calls never throw. */
export function createGraph(baseUrl: string): Graph {
  return async ({ method, path, accessToken, body, signal }) => {
    const deadline = AbortSignal.timeout(CALL_MILLISECONDS);
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        redirect: "manual",
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      return await readAnswer(response);
    } catch (error) {
      return failedCall(error);
    }
  };
}

async function readAnswer(response: Response): Promise<GraphAnswer> {
  const text = await response.text();
  const body = text.length <= ANSWER_BYTES ? parseObject(text) : null;
  if (response.ok && body !== null) return { kind: "answer", status: response.status, body };
  const error = body?.error;
  if (isGraphError(error)) {
    return { kind: "refused", status: response.status, error, ...retryAfter(response) };
  }
  // A gateway before the API answered, or something that is not the API: a 5xx may come after the work was done.
  const reason = `HTTP ${response.status} without a Graph API answer`;
  return response.status >= 500 || response.ok ? { kind: "lost", reason } : { kind: "unreachable", reason };
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
function retryAfter(response: Response): { retryAfterMilliseconds?: number } {
  const minutes = /"estimated_time_to_regain_access":\s*(\d+)/.exec(
    response.headers.get("x-business-use-case-usage") ?? "",
  )?.[1];
  return minutes === undefined || minutes === "0" ? {} : { retryAfterMilliseconds: Number(minutes) * 60_000 };
}

function failedCall(error: unknown): GraphAnswer {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = error instanceof Error ? error.message : String(error);
  return NEVER_SENT.has(code) ? { kind: "unreachable", reason } : { kind: "lost", reason };
}
