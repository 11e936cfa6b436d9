/** The delivering of events: how soon, how fast, and what bad endpoints change for the good ones. */
import { residentMegabytes, watchMemory } from "../stage/process.ts";
import type { Options } from "./options.ts";
import { type Figure, figure, quantile } from "./report.ts";
import type { Stage } from "./stage.ts";
import { BAD_ENDPOINTS, type Endpoint, openReceiver, type Receiver, type Taken } from "./webhook-receiver.ts";

const FULL = { paces: [200, 2000], seconds: 60, backlog: 20_000, healthy: 93, turnSeconds: 10, turns: 20 };
const QUICK = { paces: [200], seconds: 0.2, backlog: 200, healthy: 3, turnSeconds: 0.5, turns: 3 };
/** The limits of the p95 in milliseconds, by the events a second. */
const P95: Record<number, number> = { 200: 30, 2000: 150 };
/** Transactions a second that write the events, each the same number of them. */
const TRANSACTIONS = 200;
const AT_ONCE = 500;
const TURN_PER_SECOND = 4;

type Run = { stage: Stage; receiver: Receiver; bad: Receiver; plan: typeof FULL };

export async function measureWebhooks(stage: Stage, { quick, minutes }: Options): Promise<Figure[]> {
  // bad endpoints are another program: what they do must not slow the one that measures
  const run = {
    stage,
    receiver: await openReceiver(stage),
    bad: await openReceiver(stage),
    plan: quick ? QUICK : FULL,
  };
  return [
    ...(await measurePaces(run, quick ? run.plan.seconds : minutes * 60)),
    await measureBacklog(run),
    ...(await measureNeighbours(run)),
  ];
}

/** One endpoint, and events at a constant rate. */
async function measurePaces(run: Run, firstSeconds: number): Promise<Figure[]> {
  const endpoint = await run.receiver.register("good");
  const figures: Figure[] = [];
  for (const [nth, perSecond] of run.plan.paces.entries()) {
    const seconds = nth === 0 ? firstSeconds : run.plan.seconds;
    await emitPaced(run, 1, { perSecond, seconds: Math.min(seconds, 2) });
    const { p50, p95, p99 } = await emitPaced(run, 1, { perSecond, seconds });
    const name = `event to endpoint at ${perSecond} a second`;
    figures.push(
      figure(`${name}, p50`, p50, "ms"),
      figure(`${name}, p95`, p95, "ms", { atMost: P95[perSecond] ?? 0 }),
      figure(`${name}, p99`, p99, "ms"),
    );
  }
  await endpoint.remove();
  return figures;
}

/** Events wait for an endpoint that is paused, and then come as fast as they can. */
async function measureBacklog({ stage, receiver, plan }: Run): Promise<Figure> {
  const endpoint = await receiver.register("good");
  await endpoint.enable(false);
  for (let made = 0; made < plan.backlog; made += AT_ONCE)
    await emit(stage, Math.min(AT_ONCE, plan.backlog - made));
  await receiver.forget();
  await endpoint.enable(true);
  const { count, seconds } = await receiver.untilTaken(plan.backlog);
  await endpoint.remove();
  return figure("a backlog to one endpoint", count / seconds, "a second", { digits: 0 });
}

/**
 * The p99 of healthy endpoints beside others that are as healthy, and beside bad ones, in turns: that of a single turn
 * is of its few slowest bursts, so the median of all turns counts.
 */
async function measureNeighbours(run: Run): Promise<Figure[]> {
  const { stage, receiver, bad, plan } = run;
  const good = await registerAll(
    receiver,
    Array.from({ length: plan.healthy }, (_, nth) => `good/${nth}`),
  );
  const beside = async (paths: readonly string[]) => {
    const others = await registerAll(bad, paths);
    await emitPaced(run, plan.healthy, {
      perSecond: TURN_PER_SECOND,
      seconds: Math.min(plan.turnSeconds, 2),
    });
    const taken = await emitPaced(run, plan.healthy, {
      perSecond: TURN_PER_SECOND,
      seconds: plan.turnSeconds,
    });
    for (const other of others) await other.remove();
    return taken.p99;
  };
  const before = residentMegabytes(stage.daemon.pid);
  const memory = watchMemory(stage.daemon.pid);
  const p99s = { spare: [] as number[], bad: [] as number[] };
  for (let turn = 0; turn < plan.turns; turn++) {
    p99s.spare.push(await beside(BAD_ENDPOINTS.map((path) => `spare/${path}`)));
    p99s.bad.push(await beside(BAD_ENDPOINTS));
  }
  for (const one of good) await one.remove();
  const [alone, withBad] = [quantile(p99s.spare, 0.5), quantile(p99s.bad, 0.5)];
  return [
    figure(`p99 of ${plan.healthy} endpoints`, alone, "ms"),
    figure("more of it beside seven bad ones", (withBad / alone - 1) * 100, "%", { atMost: 10 }),
    figure("more memory then, at most", memory.stop() - before, "MiB", { atMost: 60 }),
  ];
}

async function registerAll(receiver: Receiver, paths: readonly string[]): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = [];
  for (const path of paths) endpoints.push(await receiver.register(path));
  return endpoints;
}

/** Writes events at a constant rate, and waits until each of so many endpoints has them. */
async function emitPaced(
  { stage, receiver }: Run,
  endpoints: number,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Taken> {
  await receiver.forget();
  const each = Math.max(1, Math.round(perSecond / TRANSACTIONS));
  const transactions = Math.ceil((perSecond * seconds) / each);
  const startedAt = performance.now();
  for (let nth = 0; nth < transactions; nth++) {
    await emit(stage, each);
    const next = startedAt + ((nth + 1) * each * 1000) / perSecond;
    await Bun.sleep(Math.max(0, next - performance.now()));
  }
  return await receiver.untilTaken(transactions * each * endpoints);
}

/** Writes events as the daemon does, in one transaction. */
async function emit({ sql }: Stage, count: number): Promise<void> {
  const bodies = Array.from({ length: count }, (_, nth) => eventBody(nth));
  await sql`
    select emit_events(array_agg(
      row(organization.organization_id, null, 'message.status_update', body)::event_input
    ))
    from (select organization_id from organizations limit 1) as organization, unnest(${bodies}::text[]) as body`;
}

/** As large as a real one, with the moment it was made. */
function eventBody(sequence: number): string {
  return JSON.stringify({
    message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
    conversation_id: "cv_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
    channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
    organization_id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8A",
    updated_at: "2026-11-21T09:30:00.000Z",
    ...{ status: "delivered", error: null, metadata: null, sequence },
    emitted_at: performance.timeOrigin + performance.now(),
  });
}
