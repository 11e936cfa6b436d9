import { expect, test } from "bun:test";
import { createMetrics } from "../../daemon/health/metrics.ts";

const { respond } = createMetrics();

/** The least delay of the event loop, in seconds, that an answer tells. */
async function leastDelay(response: Response): Promise<number> {
  const [, least] = /^nodejs_eventloop_lag_min_seconds (\S+)$/m.exec(await response.text()) ?? [];
  return Number(least);
}

test("whoever asks first is told how late the event loop is, by a look that was made", async () => {
  const response = await respond();
  expect(response.headers.get("content-type")).toStartWith("text/plain");
  expect(await response.clone().text()).toContain("process_resident_memory_bytes");
  expect(await leastDelay(response)).toBeWithin(0, 60);
});

test("whoever asks right after another is told so, too, though no look was made since", async () => {
  await respond();
  expect(await leastDelay(await respond())).toBeWithin(0, 60);
});
