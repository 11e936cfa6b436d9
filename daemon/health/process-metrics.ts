import { collectDefaultMetrics, Registry } from "prom-client";

/** Between two looks at how late the event loop is. */
const LAG_SAMPLE_MS = 250;
/** The first look only begins the next, and the second may still be under way. */
const FIRST_LOOKS_MS = 3 * LAG_SAMPLE_MS;

let watching: Promise<Registry> | undefined;
let told: { text: Promise<string>; at: number } | undefined;

/**
 * Memory, CPU and event loop of this process as Prometheus reads them, watched from when they are first asked for, which waits for first looks:
 * each look wakes the process, which does nothing else for most of the day, and few ask. Once, as they look through the
 * whole heap to begin with. Whoever asks right after another is told the same: each answer begins the looks anew, and
 * without any the least delay would be 292 years.
 */
export async function metricsOfProcess(): Promise<string> {
  watching ??= begin();
  const register = await watching;
  if (told === undefined || performance.now() - told.at > FIRST_LOOKS_MS)
    told = { text: register.metrics(), at: performance.now() };
  return await told.text;
}

async function begin(): Promise<Registry> {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  await Bun.sleep(FIRST_LOOKS_MS);
  return register;
}
