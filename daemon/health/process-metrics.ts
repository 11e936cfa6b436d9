import { collectDefaultMetrics, Registry } from "prom-client";

/** Between two looks at how late the event loop is. */
const LAG_SAMPLE_MS = 250;
/** The first look only begins the next, and the second may still be under way. */
const FIRST_LOOKS_MS = 3 * LAG_SAMPLE_MS;

let reading: Promise<Registry> | undefined;

/**
 * Memory, CPU and event loop of this process, watched from when they are first asked for, which waits for first looks:
 * each look wakes the process, which does nothing else for most of the day, and few ask. Once, as they look through the
 * whole heap to begin with.
 */
export function metricsOfProcess(): Promise<Registry> {
  reading ??= begin();
  return reading;
}

async function begin(): Promise<Registry> {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  await Bun.sleep(FIRST_LOOKS_MS);
  return register;
}
