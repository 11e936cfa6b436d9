/** How many deliveries a second endpoints get, how long an event takes to reach them, and what bad neighbours change. */
import { connect, type Sql } from "../../../db/connection/client.ts";
import { fromSource, residentMegabytes, runProgram, startServer, watchMemory } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { quantile, rounded } from "../statistics.ts";
import { eventBody } from "./event-body.ts";
import type { LoopOptions, LoopResult, Taken } from "./types.ts";

/** Deliveries to some endpoints; latencies in milliseconds from the event to its receipt. */
export type Delivering = {
  endpoints: number;
  deliveries: number;
  perSecond: number;
  /** Bodies a second of a bare loop over one connection, and over as many as the daemon uses. */
  loopPerSecond: number;
  loopsPerSecond: number;
  percentOfLoop: number;
  percentOfLoops: number;
  p50: number;
  p99: number;
};

/** The same healthy endpoints beside a few more of them, and beside as many bad ones; memory in MiB. */
export type Neighbours = {
  healthy: number;
  p99Alone: number;
  p99WithBad: number;
  memoryBefore: number;
  memoryMost: number;
};

export type DeliveryPlan = { deliveries: number; seconds: number; endpoints: number; turns: number };

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const LONGEST_WAIT_MS = 120_000;
const BATCH = 500;
const ROUNDS = 4;
const EVENTS_A_SECOND = 4;
/** Connections of the daemon to one endpoint. */
const CONNECTIONS = 20;
const BAD = ["hang", "drip", "gigabyte", "gzip", "redirect", "gone", "busy"];

/** Everything a run of deliveries needs. */
export type DeliveryStage = {
  stage: Stage;
  sql: Sql;
  receiverUrl: string;
  /** Bad endpoints are another program: what they do must not slow the one that measures. */
  badUrl: string;
  close(): Promise<void>;
};

/** Starts the receiver beside a stage. */
export async function openDeliveryStage(stage: Stage): Promise<DeliveryStage> {
  const program = fromSource("scripts/benchmarks/webhooks/receiver.ts");
  const receiver = await startServer(program, {}, /listening at (\S+)/);
  const bad = await startServer(program, {}, /listening at (\S+)/);
  const sql = connect(stage.daemonDatabaseUrl, { max: 2 });
  return {
    stage,
    sql,
    receiverUrl: receiver.url,
    badUrl: bad.url,
    async close() {
      await receiver.stop();
      await bad.stop();
      await sql.end();
    },
  };
}

/** Measures deliveries to `count` endpoints and the bare loops that post to the same, in turns. */
export async function measureDeliveries(
  run: DeliveryStage,
  count: number,
  { deliveries, seconds }: DeliveryPlan,
): Promise<Delivering> {
  const urls = goodUrls(run, count);
  const ids = await createEndpoints(run, urls);
  const bodies = Math.ceil(deliveries / ROUNDS);
  const perLoop = async (connections: number) => {
    const options: LoopOptions = { urls, connections, bodies };
    return (await runProgram<LoopResult>("webhooks/post-loop.ts", options)).perSecond;
  };
  const rates: { daemon: number[]; loop: number[]; loops: number[] } = { daemon: [], loop: [], loops: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.daemon.push(await drainBacklog(run, ids, Math.ceil(bodies / count)));
    rates.loop.push(await perLoop(1));
    rates.loops.push(await perLoop(CONNECTIONS));
  }
  const [perSecond, loopPerSecond, loopsPerSecond] = [rates.daemon, rates.loop, rates.loops].map(overall) as [
    number,
    number,
    number,
  ];
  const { p50, p99 } = await trickle(run, count, Math.max(2, Math.round(200 / count)), seconds);
  await deleteEndpoints(run, ids);
  return {
    endpoints: count,
    deliveries,
    perSecond,
    loopPerSecond,
    loopsPerSecond,
    percentOfLoop: rounded((perSecond / loopPerSecond) * 100),
    percentOfLoops: rounded((perSecond / loopsPerSecond) * 100),
    p50,
    p99,
  };
}

/**
 * Measures the latency of healthy endpoints beside others that are as healthy, and beside bad ones, in turns: the p99 of
 * a single turn is that of its few slowest bursts, so the middle one of all turns counts.
 */
export async function measureNeighbours(
  run: DeliveryStage,
  { seconds, endpoints, turns }: DeliveryPlan,
): Promise<Neighbours> {
  const healthy = endpoints - BAD.length;
  const { pid } = run.stage.daemon;
  const good = await createEndpoints(run, goodUrls(run, healthy));
  /** The good ones' p99 while these stand beside them. */
  const beside = async (urls: string[]) => {
    const others = await createEndpoints(run, urls);
    await trickle(run, healthy, EVENTS_A_SECOND, Math.min(seconds, 2));
    const { p99 } = await trickle(run, healthy, EVENTS_A_SECOND, seconds / 2);
    await deleteEndpoints(run, others);
    return p99;
  };
  const spare = BAD.map((_, nth) => `${run.badUrl}/spare/${nth}`);
  const bad = BAD.map((name) => `${run.badUrl}/bad/${name}`);
  const alone = [await beside(spare)];
  const withBad: number[] = [];
  const memoryBefore = residentMegabytes(pid);
  const memory = watchMemory(pid);
  for (let turn = 0; turn < turns; turn++) {
    withBad.push(await beside(bad));
    if (alone.length < turns) alone.push(await beside(spare));
  }
  const memoryMost = memory.stop();
  await deleteEndpoints(run, good);
  const middle = (p99s: number[]) => rounded(quantile(p99s, 0.5));
  return { healthy, p99Alone: middle(alone), p99WithBad: middle(withBad), memoryBefore, memoryMost };
}

/** The rate of rounds that did as much each. */
function overall(rates: number[]): number {
  return Math.round(rates.length / rates.reduce((sum, rate) => sum + 1 / rate, 0));
}

/** Addresses that take what comes. */
export function goodUrls({ receiverUrl }: DeliveryStage, count: number): string[] {
  return Array.from({ length: count }, (_, nth) => `${receiverUrl}/good/${nth}`);
}

/** Endpoints for all events; returns their ids. */
export async function createEndpoints({ stage }: DeliveryStage, urls: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const url of urls) {
    const made = await stage.daemon.api<{ id: string }>("POST", ENDPOINTS, { url });
    ids.push(made.id);
  }
  return ids;
}

/** Deletes them. */
export async function deleteEndpoints({ stage }: DeliveryStage, ids: string[]): Promise<void> {
  for (const id of ids) await stage.daemon.api("DELETE", `${ENDPOINTS}/${id}`);
}

/** Lets events wait for paused endpoints, then measures how fast they are delivered. */
async function drainBacklog(run: DeliveryStage, ids: string[], events: number): Promise<number> {
  const enable = async (enabled: boolean) => {
    for (const id of ids) await run.stage.daemon.api("PATCH", `${ENDPOINTS}/${id}`, { enabled });
  };
  await enable(false);
  for (let made = 0; made < events; made += BATCH) await emit(run, Math.min(BATCH, events - made));
  await forget(run);
  await enable(true);
  const taken = await untilTaken(run, events * ids.length);
  return Math.round(taken.count / taken.seconds);
}

/** Emits events one at a time, `rate` a second, and waits until each endpoint has them. */
async function trickle(run: DeliveryStage, count: number, rate: number, seconds: number): Promise<Taken> {
  await forget(run);
  const startedAt = performance.now();
  const events = Math.ceil(rate * seconds);
  for (let nth = 0; nth < events; nth++) {
    await emit(run, 1);
    await Bun.sleep(Math.max(0, startedAt + ((nth + 1) * 1000) / rate - performance.now()));
  }
  return await untilTaken(run, events * count);
}

/** Writes events as the daemon does, in one transaction. */
export async function emit({ sql }: DeliveryStage, count: number): Promise<void> {
  const bodies = Array.from({ length: count }, (_, nth) => eventBody(nth));
  await sql`
    select emit_events(array_agg(
      row(organization.organization_id, null, 'message.status_update', body)::event_input
    ))
    from (select organization_id from organizations limit 1) as organization, unnest(${bodies}::text[]) as body`;
}

/** Lets the receiver forget what it took. */
export async function forget({ receiverUrl }: DeliveryStage): Promise<void> {
  await fetch(`${receiverUrl}/forget`, { method: "POST" });
}

/** Waits until the receiver has taken so many. Throws when they do not come for two minutes. */
export async function untilTaken({ receiverUrl }: DeliveryStage, count: number): Promise<Taken> {
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  while (true) {
    const taken = (await (await fetch(`${receiverUrl}/taken`)).json()) as Taken;
    if (taken.count >= count) return taken;
    if (Date.now() > giveUpAt) throw new Error(`only ${taken.count} of ${count} deliveries came`);
    await Bun.sleep(50);
  }
}
