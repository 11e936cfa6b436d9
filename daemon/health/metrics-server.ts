import { refusedOnLoopback } from "../lib/loopback.ts";
import type { Metrics } from "./metrics.ts";

/** Metrics for a scraper on this machine: `/metrics` on a loopback port, without a key. */
export type MetricsServer = {
  /** Where it listens. */
  url: string;
  stop(): Promise<void>;
};

/** Starts it; port 0 picks a free one. */
export function startMetricsServer({ registry }: Pick<Metrics, "registry">, port: number): MetricsServer {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    development: false,
    async fetch(request) {
      const refused = refusedOnLoopback(request);
      if (refused !== null) return new Response(`${refused}\n`, { status: 403 });
      if (new URL(request.url).pathname !== "/metrics")
        return new Response("The metrics are at /metrics.\n", { status: 404 });
      return new Response(await registry.metrics(), { headers: { "content-type": registry.contentType } });
    },
  });
  return { url: `http://127.0.0.1:${server.port}/metrics`, stop: () => server.stop(true) };
}
