import { collectDefaultMetrics, Registry } from "prom-client";

/** Between two looks at how late the event loop is. */
const LAG_SAMPLE_MS = 250;
/** The first look only begins the next, and the second may still be under way. */
const FIRST_LOOKS_MS = 3 * LAG_SAMPLE_MS;

let watching: Promise<Registry> | undefined;
let latest: { text: Promise<string>; at: number } | undefined;

/**
 * Memory, CPU and event loop of this process as Prometheus reads them. Watching starts with the first request, which
 * waits for the first looks: each look wakes the process, which is idle for most of the day, and few request metrics.
 * Looks are shared, as the first ones go through the whole heap. A request right after another gets the same text: each
 * answer restarts the looks, and without any the least delay would be 292 years.
 */
export async function metricsOfProcess(): Promise<string> {
  watching ??= begin();
  const register = await watching;
  if (latest === undefined || performance.now() - latest.at > FIRST_LOOKS_MS)
    latest = { text: register.metrics(), at: performance.now() };
  return await latest.text;
}

async function begin(): Promise<Registry> {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  await Bun.sleep(FIRST_LOOKS_MS);
  return register;
}
