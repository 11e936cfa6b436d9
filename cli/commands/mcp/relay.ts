import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  isJSONRPCRequest,
  type JSONRPCErrorResponse,
  type JSONRPCRequest,
} from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { requestHeaders } from "../../lib/api/client.ts";
import { refusal } from "../../lib/api/refusal.ts";
import { unreachable } from "../../lib/api/unreachable.ts";
import { Failure } from "../../lib/failures/failure.ts";
import type { Settings } from "../../lib/settings/settings.ts";

/** How long the daemon may take for one message: a broadcast's preview reads all of its people. */
const PATIENCE_MS = 120_000;
/** "Internal error" of JSON-RPC 2.0, section 5.1. */
const INTERNAL_ERROR = -32603;

/**
 * Passes each message of an agent from standard input on to the daemon, and its answers back, whatever their revision
 * of the protocol. Resolves when the input ends. What can't be passed on is answered with an error that says why.
 */
export async function relay(settings: Settings): Promise<void> {
  const agent = new StdioServerTransport();
  const daemon = new StreamableHTTPClientTransport(new URL(`${settings.url}/mcp`), {
    requestInit: { headers: requestHeaders(settings) },
    fetch: (url, init) => ask(settings, url, init),
  });
  const ended = new Promise<void>((resolve) => {
    agent.onclose = resolve;
  });
  daemon.onmessage = (message) => void agent.send(message);
  agent.onmessage = (message) => {
    daemon.send(message).catch((cause: unknown) => {
      // a notification gets no answer
      if (isJSONRPCRequest(message)) void agent.send(errorFor(message, cause));
    });
  };
  await daemon.start();
  await agent.start();
  await ended;
  await daemon.close();
}

async function ask(settings: Settings, url: string | URL, init?: RequestInit): Promise<Response> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  const signal = AbortSignal.any([late, ...(init?.signal ? [init.signal] : [])]);
  const response = await fetch(url, { ...init, signal }).catch((cause: unknown) => {
    throw unreachable(settings, PATIENCE_MS, cause);
  });
  // the API's own refusals; those of the protocol go back as they are
  if (!response.headers.get("content-type")?.startsWith("application/problem+json")) return response;
  if (response.status === 405) return response;
  throw refusal(response, await response.text(), settings);
}

function errorFor({ id }: JSONRPCRequest, cause: unknown): JSONRPCErrorResponse {
  const text = cause instanceof Error ? cause.message : String(cause);
  const hint = cause instanceof Failure ? (cause.details.hint ?? "") : "";
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: `${text}. ${hint}`.trim() } };
}
