import type { Logger } from "pino";
import { ConfigError } from "../config/config.ts";
import type { Config } from "../config/settings.ts";
import { requireTlsFiles } from "../config/tls-files.ts";
import { isLoopback, isLoopbackName } from "../lib/loopback.ts";
import { ourMistake } from "./failure.ts";
import { problem, problemResponse } from "./problem.ts";

type Address = Pick<Config, "host" | "port" | "behindProxy" | "inContainer" | "tlsCertificate" | "tlsKey">;

export type Listening = {
  hostname: string;
  port: number;
  tls?: { cert: ReturnType<typeof Bun.file>; key: ReturnType<typeof Bun.file> };
  /** Only requests that name loopback are answered. */
  isForLoopback: boolean;
};

/**
 * Where and how the API listens. Throws `ConfigError` when other machines could
 * reach it without TLS and nothing says that a proxy in front ends it: keys and
 * conversations would go over the network in the clear. In a container, nobody knows where its port is published: there,
 * it listens for requests that name loopback.
 */
export function listeningOf(address: Address): Listening {
  const { host, port, behindProxy, inContainer, tlsCertificate, tlsKey } = address;
  if (tlsCertificate !== undefined && tlsKey !== undefined) {
    requireTlsFiles(tlsCertificate, tlsKey);
    return {
      hostname: host,
      port,
      tls: { cert: Bun.file(tlsCertificate), key: Bun.file(tlsKey) },
      isForLoopback: false,
    };
  }
  if ((tlsCertificate ?? tlsKey) !== undefined) {
    throw new ConfigError(
      "configuration is wrong:\n  WAYPOST_TLS_CERTIFICATE and WAYPOST_TLS_KEY belong together",
    );
  }
  const isOpen = !isLoopback(host) && !behindProxy;
  if (isOpen && !inContainer) {
    throw new ConfigError(
      [
        "configuration is wrong:",
        `  WAYPOST_HOST: ${host} can be reached from other machines, and without TLS keys and messages would be readable on the way.`,
        "  Set WAYPOST_TLS_CERTIFICATE and WAYPOST_TLS_KEY, or WAYPOST_BEHIND_PROXY=true when a proxy in front ends TLS,",
        "  or leave WAYPOST_HOST at 127.0.0.1.",
      ].join("\n"),
    );
  }
  return { hostname: host, port, isForLoopback: isOpen };
}

const TLS_REQUIRED =
  "without TLS, this daemon answers only what asks for localhost or 127.0.0.1. Set WAYPOST_BEHIND_PROXY=true where a proxy in front ends TLS, or WAYPOST_TLS_CERTIFICATE and WAYPOST_TLS_KEY";

/**
 * Makes the guard of a daemon that listens for loopback in a container: it throws 421 for requests that name another
 * host. That keeps an honest client of another machine from sending keys and passwords in the clear, and the page of
 * another site from coming in under a name of its own. Who forges the name sends nobody's secrets but their own, and
 * still needs a key: nothing is granted by it.
 */
export function createNameGuard(isForLoopback: boolean): (request: Request) => void {
  if (!isForLoopback) return () => {};
  return (request) => {
    if (!isLoopbackName(request)) throw problem(421, "tls_required", TLS_REQUIRED);
  };
}

/** The server itself cuts nothing off: files to import may be larger than memory, all else is capped as it is read. */
const CUT_OFF_BYTES = Number.MAX_SAFE_INTEGER;

/** How Bun serves the API. */
export function servingOf(log: Logger, { requestSeconds }: { requestSeconds: number }) {
  return {
    maxRequestBodySize: CUT_OFF_BYTES,
    // Bun counts it from a request's beginning, however much comes meanwhile
    idleTimeout: requestSeconds,
    reusePort: false,
    // its page about an error shows our source to everybody
    development: false,
    error: (cause: Error) => {
      log.error({ err: cause }, "request failed outside its route");
      return problemResponse(ourMistake(cause), Bun.randomUUIDv7());
    },
  };
}
