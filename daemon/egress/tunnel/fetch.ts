import http from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import { createSecureAgent } from "../agents.ts";
import type { Dialing } from "../own-hosts.ts";
import type { Tunnel } from "./tunnel.ts";

/** The part of `fetch` that Baileys uses for what it downloads itself. */
export type FetchFile = (
  url: string,
  options: { headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<Response>;

/**
 * Gets what Baileys downloads itself, through the number's tunnel where it has one: Bun's own `fetch` knows no SOCKS proxy
 * and no agent. Redirects are not followed. Rejects with `EgressRefused` for other hosts than the guard's.
 */
export function createFetch(tunnel: Tunnel | null, guard: Dialing): FetchFile {
  return (address, { headers = {}, signal }) => {
    const url = new URL(address);
    const lookup = guard.lookupFor(url, tunnel !== null);
    const isSecure = url.protocol === "https:";
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const call = (isSecure ? https : http).request(url, {
      headers: { "accept-encoding": "identity", ...headers },
      agent: tunnel?.agentFor(url) ?? (isSecure ? createSecureAgent() : new http.Agent()),
      ...(lookup === undefined ? {} : { lookup }),
      ...(signal === undefined ? {} : { signal }),
    });
    call.on("error", reject);
    call.on("response", (answer) => {
      // two libraries' types of one stream
      const body = Readable.toWeb(answer) as unknown as ConstructorParameters<typeof Response>[0];
      resolve(new Response(body, { status: answer.statusCode ?? 500 }));
    });
    call.end();
    return promise;
  };
}
