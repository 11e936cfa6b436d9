import { expect, test } from "bun:test";
import { createMetrics } from "../../daemon/health/metrics.ts";

test("whoever asks first is told how late the event loop is, by a look that was made", async () => {
  const response = await createMetrics(() => 0).respond();
  expect(response.headers.get("content-type")).toStartWith("text/plain");
  const text = await response.text();
  expect(text).toContain("process_resident_memory_bytes");
  const [, least] = /^nodejs_eventloop_lag_min_seconds (\S+)$/m.exec(text) ?? [];
  expect(Number(least)).toBeWithin(0, 60);
});
