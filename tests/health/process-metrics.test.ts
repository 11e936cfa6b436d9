import { expect, test } from "bun:test";
import { createMetrics } from "../../daemon/health/metrics.ts";

const { respond } = createMetrics();

/** The least delay of the event loop in an answer, in seconds. */
async function leastDelay(response: Response): Promise<number> {
  const [, least] = /^nodejs_eventloop_lag_min_seconds (\S+)$/m.exec(await response.text()) ?? [];
  return Number(least);
}

test("the first request gets the delay of the event loop by a measurement", async () => {
  const response = await respond();
  expect(response.headers.get("content-type")).toStartWith("text/plain");
  expect(await response.clone().text()).toContain("process_resident_memory_bytes");
  expect(await leastDelay(response)).toBeWithin(0, 60);
});

test("a request right after another gets it, too, though nothing was measured since", async () => {
  await respond();
  expect(await leastDelay(await respond())).toBeWithin(0, 60);
});
