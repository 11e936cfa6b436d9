import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { agentFor } from "../egress/agents.ts";
import { ProxyFailure } from "../egress/proxy-failure.ts";

export type OutsideHost = { name: string; host: string; error: string | null; milliseconds: number };

/** Where the daemon calls out to, from its settings. */
export type OutsideUrls = { graphUrl: string; webSocketUrl: string };

const PATIENCE_MS = 4000;
/** Where Meta and WhatsApp serve the files of messages; checked only where no stand-in replaces them. */
const FILES = {
  "graph.facebook.com": { name: "graph_media", host: "lookaside.fbsbx.com" },
  "web.whatsapp.com": { name: "web_media", host: "mmg.whatsapp.net" },
} as const;

/** Whether each host that the daemon calls out to answers: anything it says over HTTP is an answer. */
export async function askOutsideHosts({ graphUrl, webSocketUrl }: OutsideUrls): Promise<OutsideHost[]> {
  const called = [
    { name: "graph", url: new URL(graphUrl) },
    { name: "web", url: new URL(webSocketUrl.replace(/^ws/, "http")) },
  ];
  const files = called.flatMap(({ url }) => (isFamous(url.hostname) ? [FILES[url.hostname]] : []));
  const wanted = [
    ...called.map(({ name, url }) => ({ name, origin: url.origin })),
    ...files.map(({ name, host }) => ({ name, origin: `https://${host}` })),
  ];
  return await Promise.all(wanted.map(({ name, origin }) => ask(name, origin)));
}

function isFamous(hostname: string): hostname is keyof typeof FILES {
  return Object.hasOwn(FILES, hostname);
}

async function ask(name: string, origin: string): Promise<OutsideHost> {
  const start = performance.now();
  const error = await askThrough(new URL(origin), undefined);
  return { name, host: hostOf(new URL(origin)), error, milliseconds: Math.round(performance.now() - start) };
}

/** With its port, unless that is 443. */
export function hostOf({ protocol, host, port }: URL): string {
  return protocol === "http:" && port === "" ? `${host}:80` : host;
}

/**
 * Why a host does not answer, in a word or a sentence; null when it does. Without an agent, it is asked as the daemon asks
 * everything else, through the same proxies.
 */
export async function askThrough(url: URL, agent: http.Agent | undefined): Promise<string | null> {
  return await head(url, agent ?? agentFor(url)).then(
    () => null,
    (cause: unknown) => reason(cause),
  );
}

/** Resolves with any response. */
async function head(url: URL, agent: http.Agent): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const options = { method: "HEAD", agent, signal };
  const call = url.protocol === "https:" ? https.request(url, options) : http.request(url, options);
  call.end();
  // the call alone would wait for its connection
  const [answer] = (await once(call, "response", { signal })) as [http.IncomingMessage];
  answer.destroy();
}

function reason(cause: unknown): string {
  if (cause instanceof ProxyFailure) return cause.message;
  if (!(cause instanceof Error)) return "unknown";
  if (cause.name === "AbortError") return `no answer within ${PATIENCE_MS / 1000} s`;
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
