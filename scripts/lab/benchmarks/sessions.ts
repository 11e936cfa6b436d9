/** Many paired numbers on one daemon: what they cost at rest, how they start together, what they survive, how fast they send. */
import { type Paired, pairAll, untilAllConnected } from "../stage/pairing.ts";
import { residentMegabytes } from "../stage/process.ts";
import { measurePaired } from "./latency.ts";
import type { Options } from "./options.ts";
import { postMessages } from "./post-messages.ts";
import { type Figure, figure } from "./report.ts";
import { measureSends } from "./sends.ts";
import { measureTalk } from "./session-talk.ts";
import type { Stage } from "./stage.ts";
import { between, workSoFar } from "./work.ts";

/** Whom one session writes to. */
const PEOPLE = 50;
const CLIENTS = 16;
const FULL = {
  // a daemon that has just started takes a minute to come to rest: what it compiled and read then is let go of
  ...{ few: 50, sessions: 200, settleSeconds: 75, cpuSeconds: 60 },
  ...{ latency: 100, posts: 1600, sends: 3000, leadSeconds: 10 },
};
const QUICK: typeof FULL = {
  ...{ few: 1, sessions: 3, settleSeconds: 1, cpuSeconds: 1 },
  ...{ latency: 3, posts: 20, sends: 20, leadSeconds: 3 },
};
const LONGEST_WAIT_MS = 180_000;

export async function measureSessions(stage: Stage, { quick, minutes }: Options): Promise<Figure[]> {
  const plan = quick ? QUICK : FULL;
  const { api } = stage.daemon;
  const few = await pairAll(api, stage.sandbox, plan.few);
  const talk = await measureTalk(stage, few, quick ? 6 : minutes * 60);
  const restFew = await measureRest(stage, few, plan);
  const all = [...few, ...(await pairAll(api, stage.sandbox, plan.sessions - plan.few, plan.few))];
  const restAll = await measureRest(stage, all, plan);
  const another = (restAll.megabytes - restFew.megabytes) / (plan.sessions - plan.few);
  return [
    ...restFew.figures,
    ...restAll.figures,
    figure("memory of another number at rest", another, "MiB", { atMost: 0.5, digits: 2 }),
    ...talk,
    ...(await measureOne(stage, few, plan)),
  ];
}

/** All numbers start together with the daemon, and then come to rest. */
async function measureRest(stage: Stage, paired: readonly Paired[], plan: typeof FULL) {
  const { daemon, sql } = stage;
  const startedAt = performance.now();
  await stage.restartDaemon();
  await untilAllConnected(daemon.api, paired);
  const connected = (performance.now() - startedAt) / 1000;
  await Bun.sleep(plan.settleSeconds * 1000);
  const megabytes = residentMegabytes(daemon.pid);
  const before = await workSoFar(sql, [daemon.pid], false);
  await Bun.sleep(plan.cpuSeconds * 1000);
  const { daemonMs } = between(before, await workSoFar(sql, [daemon.pid], false));
  const name = `${paired.length} numbers`;
  const figures = [
    figure(`${name}: all connected after a restart`, connected, "s"),
    figure(`${name}: memory at rest`, megabytes, "MiB"),
    figure(`${name}: processor time`, daemonMs === null ? null : daemonMs / plan.cpuSeconds, "ms a second"),
  ];
  return { megabytes, figures };
}

/** People who are written to for the first time need a session of their own first, so they are met beforehand. */
async function measureOne(stage: Stage, [first]: readonly Paired[], plan: typeof FULL): Promise<Figure[]> {
  if (first === undefined) throw new Error("nothing is paired");
  const daemon = { ...stage.daemon, channelId: first.channelId };
  await stage.sandbox.control("POST", "people/timings", { delivered_ms: 1, read_ms: 2 });
  const measured = { ...stage, daemon };
  await measureSends(measured, PEOPLE, plan.leadSeconds, PEOPLE);
  const latency = await measurePaired(stage, first, plan.latency);
  const clients = await measureClients(measured, plan.posts);
  const sends = await measureSends(measured, plan.sends, plan.leadSeconds, PEOPLE);
  return [...latency, ...clients, figure("one number sends", sends, "a second", { atLeast: 350, digits: 0 })];
}

/** Clients who post to one number at once, and what a message costs, the database included. */
async function measureClients({ daemon, sandbox, sql }: Stage, messages: number): Promise<Figure[]> {
  const arrived = async () => (await sandbox.control<{ distinct: number }>("GET", "people/counts")).distinct;
  const [before, already] = [await workSoFar(sql, [daemon.pid], false), await arrived()];
  const startedAt = performance.now();
  await postMessages(daemon, { connections: CLIENTS, requests: messages, recipients: PEOPLE });
  while ((await arrived()) - already < messages) {
    if (performance.now() - startedAt > LONGEST_WAIT_MS) throw new Error("messages did not arrive");
    await Bun.sleep(50);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { daemonMs, postgresMs } = between(before, await workSoFar(sql, [daemon.pid], false));
  const each = (ms: number | null) => (ms === null ? null : ms / messages);
  const name = `${CLIENTS} clients post to one number`;
  return [
    figure(`${name}, until it is on the phones`, messages / seconds, "a second", { digits: 0 }),
    figure(`${name}: daemon`, each(daemonMs), "ms a message"),
    figure(`${name}: Postgres`, each(postgresMs), "ms a message"),
  ];
}
