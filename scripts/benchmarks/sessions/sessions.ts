/**
 * Many paired numbers on one daemon, with WhatsApp Web's stand-in in a process of its own: what a session
 * costs, how they start together, that nothing is lost through drops and a restart, and how fast one of them sends.
 */
import { cpus } from "node:os";
import { atLeast, atMost, showTarget, type Target } from "../report.ts";
import { measureSends, type Sending, showSends } from "../sends.ts";
import { residentMegabytes, watchMemory } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { rounded } from "../statistics.ts";
import { type Clients, measureClients, showClients } from "./clients.ts";
import {
  type IdlePlan,
  type IdleSessions,
  measureIdleSessions,
  memoryOfAnother,
  processorSeconds,
  showIdle,
} from "./idle-sessions.ts";
import { type Latency, measureLatency, showLatency } from "./latency.ts";
import {
  createSandboxClient,
  type Paired,
  pairAll,
  type SandboxClient,
  untilAllConnected,
} from "./pairing.ts";
import { measureTraffic, type Traffic } from "./traffic.ts";

type Plan = IdlePlan & {
  /** Measured first, so that what each further one takes is known. */
  few: number;
  sessions: number;
  each: number;
  latency: number;
  posts: number;
  sends: number;
  leadSeconds: number;
};

/** What the JSON holds. Memory is the daemon's, in MiB. */
export type SessionsReport = {
  at: string;
  quick: boolean;
  machine: string;
  sessions: number;
  pairing: { seconds: number; perSecond: number };
  /** Without any, with a few, and with all, each time after a restart. */
  idle: IdleSessions[];
  memory: { anotherSession: number; afterTraffic: number };
  restart: { secondsUntilAllConnected: number; cpuSeconds: number; peakMemory: number };
  traffic: Traffic;
  latency: Latency;
  clients: Clients;
  oneSession: Sending;
  targets: Target[];
};

/** Whom one session writes to. */
const PEOPLE = 50;
const FULL: Plan = {
  // a daemon that has just started takes a minute to come to rest: what it compiled and read then is let go of
  ...{ few: 50, sessions: 200, settleSeconds: 75, cpuSeconds: 60 },
  ...{ each: 10, latency: 100, posts: 1_600, sends: 3_000, leadSeconds: 10 },
};
const QUICK: Plan = {
  ...{ few: 1, sessions: 3, settleSeconds: 1, cpuSeconds: 1 },
  ...{ each: 2, latency: 3, posts: 20, sends: 20, leadSeconds: 3 },
};

export async function measureSessions(
  stage: Stage,
  quick: boolean,
): Promise<{ report: SessionsReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const sandbox = createSandboxClient(stage.sandboxUrl);
  await stage.restartDaemon();
  const without = await measureIdleSessions(stage, 0, plan);
  const startedAt = performance.now();
  const paired = await pairAll(stage, sandbox, plan.few);
  let pairingSeconds = (performance.now() - startedAt) / 1000;
  await measureRestart(stage, paired);
  const few = await measureIdleSessions(stage, plan.few, plan);
  const continuedAt = performance.now();
  paired.push(...(await pairAll(stage, sandbox, plan.sessions - plan.few, plan.few)));
  pairingSeconds += (performance.now() - continuedAt) / 1000;
  const restart = await measureRestart(stage, paired);
  const many = await measureIdleSessions(stage, plan.sessions, plan);
  const traffic = await measureTraffic(stage, sandbox, paired, plan.each);
  await Bun.sleep(plan.settleSeconds * 1000);
  const afterTraffic = residentMegabytes(stage.daemon.pid);
  const found = {
    at: new Date().toISOString(),
    quick,
    machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
    sessions: plan.sessions,
    pairing: { seconds: rounded(pairingSeconds), perSecond: rounded(plan.sessions / pairingSeconds) },
    idle: [without, few, many],
    memory: { anotherSession: memoryOfAnother(few, many), afterTraffic },
    restart,
    traffic,
    ...(await measureOne(stage, sandbox, paired, plan)),
  };
  const report = { ...found, targets: targetsOf(found) };
  return { report, text: show(report) };
}

function targetsOf(found: Omit<SessionsReport, "targets">): Target[] {
  const { idle, memory, oneSession, traffic } = found;
  const [, few = { sessions: 0, memory: Number.NaN, cpuMsPerSecond: Number.NaN }] = idle;
  return [
    atMost(0.5, " MiB", "memory of another idle session", memory.anotherSession),
    atMost(3, " ms", `processor of ${few.sessions} idle sessions a second`, few.cpuMsPerSecond),
    atLeast(350, "/s", "sends of one session with durable keys", oneSession.perSecond),
    atMost(0, "", "messages lost or seen twice through drops and a restart", traffic.lost + traffic.repeated),
  ];
}

/** All sessions start together with the daemon. */
async function measureRestart(stage: Stage, paired: Paired[]): Promise<SessionsReport["restart"]> {
  const startedAt = performance.now();
  await stage.restartDaemon();
  const memory = watchMemory(stage.daemon.pid);
  await untilAllConnected(stage, paired);
  return {
    secondsUntilAllConnected: rounded((performance.now() - startedAt) / 1000),
    cpuSeconds: rounded(processorSeconds(stage.daemon.pid)),
    peakMemory: memory.stop(),
  };
}

/** People who are written to for the first time need a session of their own first, so they are met beforehand. */
async function measureOne(
  stage: Stage,
  sandbox: SandboxClient,
  [first]: Paired[],
  { latency, posts, sends, leadSeconds }: Plan,
): Promise<Pick<SessionsReport, "latency" | "clients" | "oneSession">> {
  if (first === undefined) throw new Error("nothing is paired");
  const daemon = { ...stage.daemon, channelId: first.channelId };
  await sandbox("POST", "people/timings", { delivered_ms: 1, read_ms: 2 });
  const measured = { ...stage, daemon };
  await measureSends(measured, PEOPLE, leadSeconds, PEOPLE);
  return {
    latency: await measureLatency(stage, sandbox, first, latency),
    clients: await measureClients(stage, sandbox, first, posts, PEOPLE),
    oneSession: await measureSends(measured, sends, leadSeconds, PEOPLE),
  };
}

function show(report: SessionsReport): string {
  const { machine, sessions, pairing, idle, memory, restart, traffic, oneSession, targets } = report;
  return [
    machine,
    "",
    `${sessions} numbers paired in ${pairing.seconds} s (${pairing.perSecond}/s)`,
    `Restart     all connected after ${restart.secondsUntilAllConnected} s, ${restart.cpuSeconds} s of processor time, at most ${restart.peakMemory} MiB`,
    ...idle.map((one) => `Idle        ${showIdle(one)}`),
    `Memory      ${memory.anotherSession} MiB for each further idle session; ${memory.afterTraffic} MiB after traffic`,
    `Traffic     ${traffic.sent} out and ${traffic.received} in within ${traffic.seconds} s, with ${traffic.drops} dropped connections and a restart: ${traffic.lost} lost, ${traffic.repeated} twice`,
    `Latency     ${showLatency(report.latency)}`,
    `Clients     ${showClients(report.clients)}`,
    `One session ${showSends(oneSession)}`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
