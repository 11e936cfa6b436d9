import { expect, test } from "bun:test";
import { createMetrics } from "../../daemon/health/metrics.ts";
import { startMetricsServer } from "../../daemon/health/metrics-server.ts";

test("metrics are served on loopback without a key, and nothing else is", async () => {
  const metrics = createMetrics();
  metrics.watchLanes(() => 3);
  metrics.answered("POST", "/v1/messages", 201, 0.004);
  const server = startMetricsServer(metrics, 0);
  const text = await (await fetch(server.url)).text();
  expect(text).toContain("waypost_lanes_active 3");
  expect(text).toContain(
    'waypost_http_request_seconds_count{method="POST",route="/v1/messages",status="201"} 1',
  );
  expect((await fetch(new URL("/v1/health", server.url))).status).toBe(404);
  expect(new URL(server.url).hostname).toBe("127.0.0.1");
  await server.stop();
});

test("metrics on another address than loopback's are served to everybody who reaches it, by any name", async () => {
  const server = startMetricsServer(createMetrics(), 0, "0.0.0.0");
  const { port } = new URL(server.url);
  const { status } = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { host: "10.1.2.3:9464" } });
  expect(status).toBe(200);
  await server.stop();
});
