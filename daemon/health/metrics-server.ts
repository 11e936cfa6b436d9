import { isLoopback, refusedOnLoopback } from "../lib/loopback.ts";
import type { Metrics } from "./metrics.ts";

/** Metrics for a scraper: `/metrics` on a port of its own, without a key. */
export type MetricsServer = {
  /** Where it listens. */
  url: string;
  stop(): Promise<void>;
};

/**
 * Starts it; port 0 picks a free one. On loopback it answers programs of this machine alone; elsewhere it is up to the
 * network who can ask.
 */
export function startMetricsServer(
  { respond }: Pick<Metrics, "respond">,
  port: number,
  hostname = "127.0.0.1",
): MetricsServer {
  const isPrivate = isLoopback(hostname);
  const server = Bun.serve({
    hostname,
    port,
    development: false,
    async fetch(request) {
      const refused = isPrivate ? refusedOnLoopback(request) : null;
      if (refused !== null) return new Response(`${refused}\n`, { status: 403 });
      if (new URL(request.url).pathname !== "/metrics")
        return new Response("The metrics are at /metrics.\n", { status: 404 });
      return await respond();
    },
  });
  return { url: `http://${hostname}:${server.port}/metrics`, stop: () => server.stop(true) };
}
