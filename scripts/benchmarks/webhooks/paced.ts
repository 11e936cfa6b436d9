/** How soon one endpoint is told of events that come at a constant rate. */
import {
  createEndpoints,
  type DeliveryStage,
  deleteEndpoints,
  emit,
  forget,
  goodUrls,
  untilTaken,
} from "./deliveries.ts";

/** Latencies in milliseconds, from the event to its receipt. */
export type Paced = { perSecond: number; seconds: number; p50: number; p95: number; p99: number };

export type Pace = { perSecond: number; seconds: number; atMostMs: number };

/** Transactions a second that write the events, each the same number of them. */
const TRANSACTIONS = 200;

/** Writes events at each pace in turn, and waits until the endpoint has all of them. */
export async function measurePaced(run: DeliveryStage, paces: readonly Pace[]): Promise<Paced[]> {
  const measured: Paced[] = [];
  const ids = await createEndpoints(run, goodUrls(run, 1));
  for (const { perSecond, seconds } of paces) {
    await tell(run, perSecond, Math.min(seconds, 2));
    const { p50, p95, p99 } = await tell(run, perSecond, seconds);
    measured.push({ perSecond, seconds, p50, p95, p99 });
  }
  await deleteEndpoints(run, ids);
  return measured;
}

async function tell(run: DeliveryStage, perSecond: number, seconds: number) {
  await forget(run);
  const each = Math.max(1, Math.round(perSecond / TRANSACTIONS));
  const transactions = Math.ceil((perSecond * seconds) / each);
  const startedAt = performance.now();
  for (let nth = 0; nth < transactions; nth++) {
    await emit(run, each);
    const next = startedAt + ((nth + 1) * each * 1000) / perSecond;
    await Bun.sleep(Math.max(0, next - performance.now()));
  }
  return await untilTaken(run, transactions * each);
}

/** For a person. */
export function showPaced({ perSecond, seconds, p50, p95, p99 }: Paced): string {
  return `${perSecond} a second to one endpoint for ${seconds} s: event to receipt ${p50} / ${p95} / ${p99} ms (p50 / p95 / p99)`;
}
