import http from "node:http";
import https from "node:https";
import type { CustomFetch } from "openid-client";
import { createSecureAgent } from "../egress/agents.ts";
import type { EgressGuard } from "../egress/guard.ts";

/** Far more than any provider's keys and settings. */
const MOST_BYTES = 512 * 1024;
const TIME_MS = 10_000;

/**
 * A `fetch` for what a provider answers: to no private network, without following redirects, half a megabyte and ten
 * seconds at most. Rejects with `EgressRefused` for addresses that are not allowed.
 */
export function createProviderFetch(guard: EgressGuard): CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    const isSecure = url.protocol === "https:";
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const call = (isSecure ? https : http).request(url, {
      method,
      headers: { "accept-encoding": "identity", ...headers },
      agent: isSecure ? createSecureAgent() : new http.Agent(),
      lookup: guard.lookupFor(url),
      signal: AbortSignal.timeout(TIME_MS),
    });
    call.on("error", reject);
    call.on("response", (answer) => void whole(answer).then(resolve, reject));
    call.end(body instanceof URLSearchParams ? body.toString() : (body as string | undefined));
    return await promise;
  };
}

async function whole(answer: http.IncomingMessage): Promise<Response> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`it answered with more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  const status = answer.statusCode ?? 500;
  const type = answer.headers["content-type"];
  const headers = type === undefined ? {} : { "content-type": type };
  return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(chunks), { status, headers });
}
