/**
 * Many paired numbers on one daemon, with WhatsApp Web's stand-in in a process of its own: what a session
 * costs, how they start together, that nothing is lost through drops and a restart, and how fast one of them sends.
 */
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { atLeast, atMost, showTarget, type Target } from "../report.ts";
import { measureSends, type Sending, showSends } from "../sends.ts";
import { residentMegabytes, watchMemory } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { rounded } from "../statistics.ts";
import {
  createSandboxClient,
  type Paired,
  pairAll,
  type SandboxClient,
  untilAllConnected,
} from "./pairing.ts";
import { measureTraffic, type Traffic } from "./traffic.ts";

type Plan = {
  sessions: number;
  settleSeconds: number;
  cpuSeconds: number;
  each: number;
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
  memory: {
    without: number;
    afterPairing: number;
    afterRestart: number;
    afterTraffic: number;
    perIdleSession: number;
  };
  restart: { secondsUntilAllConnected: number; cpuSeconds: number; peakMemory: number };
  /** Of one processor, while nothing happens. */
  idleCpuPercent: number;
  traffic: Traffic;
  oneSession: Sending;
  targets: Target[];
};

/** Whom one session writes to. */
const PEOPLE = 50;
const FULL: Plan = {
  sessions: 200,
  settleSeconds: 20,
  cpuSeconds: 10,
  each: 10,
  sends: 3_000,
  leadSeconds: 10,
};
const QUICK: Plan = { sessions: 3, settleSeconds: 1, cpuSeconds: 1, each: 2, sends: 20, leadSeconds: 3 };

export async function measureSessions(
  stage: Stage,
  quick: boolean,
): Promise<{ report: SessionsReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const sandbox = createSandboxClient(stage.sandboxUrl);
  await stage.restartDaemon();
  const without = await settledMemory(stage, plan);
  const startedAt = performance.now();
  const paired = await pairAll(stage, sandbox, plan.sessions);
  const pairingSeconds = (performance.now() - startedAt) / 1000;
  const afterPairing = await settledMemory(stage, plan);
  const restart = await measureRestart(stage, paired);
  const afterRestart = await settledMemory(stage, plan);
  const idleCpuPercent = await measureIdle(stage, plan.cpuSeconds);
  const traffic = await measureTraffic(stage, sandbox, paired, plan.each);
  const afterTraffic = await settledMemory(stage, plan);
  const found = {
    at: new Date().toISOString(),
    quick,
    machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
    sessions: plan.sessions,
    pairing: { seconds: rounded(pairingSeconds), perSecond: rounded(plan.sessions / pairingSeconds) },
    memory: {
      ...{ without, afterPairing, afterRestart, afterTraffic },
      perIdleSession: rounded2((afterRestart - without) / plan.sessions),
    },
    restart,
    idleCpuPercent,
    traffic,
    oneSession: await measureOne(stage, sandbox, paired, plan),
  };
  const report = { ...found, targets: targetsOf(found) };
  return { report, text: show(report) };
}

function targetsOf({ memory, oneSession, traffic }: Omit<SessionsReport, "targets">): Target[] {
  return [
    atMost(3, " MiB", "memory of an idle session", memory.perIdleSession),
    atLeast(350, "/s", "sends of one session with durable keys", oneSession.perSecond),
    atMost(0, "", "messages lost or seen twice through drops and a restart", traffic.lost + traffic.repeated),
  ];
}

async function settledMemory({ daemon }: Stage, { settleSeconds }: Plan): Promise<number> {
  await Bun.sleep(settleSeconds * 1000);
  return residentMegabytes(daemon.pid);
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

async function measureIdle({ daemon }: Stage, seconds: number): Promise<number> {
  const before = processorSeconds(daemon.pid);
  await Bun.sleep(seconds * 1000);
  return rounded(((processorSeconds(daemon.pid) - before) / seconds) * 100);
}

/** People who are written to for the first time need a session of their own first, so they are met beforehand. */
async function measureOne(
  stage: Stage,
  sandbox: SandboxClient,
  [first]: Paired[],
  { sends, leadSeconds }: Plan,
): Promise<Sending> {
  if (first === undefined) throw new Error("nothing is paired");
  const daemon = { ...stage.daemon, channelId: first.channelId };
  await sandbox("POST", "people/timings", { delivered_ms: 1, read_ms: 2 });
  const measured = { ...stage, daemon };
  await measureSends(measured, PEOPLE, leadSeconds, PEOPLE);
  return measureSends(measured, sends, leadSeconds, PEOPLE);
}

/** Seconds of processor time a process has used (proc(5), fields 14 and 15 of `stat`, in hundredths). */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function rounded2(value: number): number {
  return Math.round(value * 100) / 100;
}

function show(report: SessionsReport): string {
  const { machine, sessions, pairing, memory, restart, idleCpuPercent, traffic, oneSession, targets } =
    report;
  return [
    machine,
    "",
    `${sessions} numbers paired in ${pairing.seconds} s (${pairing.perSecond}/s)`,
    `Restart     all connected after ${restart.secondsUntilAllConnected} s, ${restart.cpuSeconds} s of processor time, at most ${restart.peakMemory} MiB`,
    `Memory      ${memory.without} MiB without sessions, ${memory.afterPairing} after pairing, ${memory.afterRestart} after the restart, ${memory.afterTraffic} after traffic: ${memory.perIdleSession} MiB an idle session`,
    `Idle        ${idleCpuPercent} % of one processor`,
    `Traffic     ${traffic.sent} out and ${traffic.received} in within ${traffic.seconds} s, with ${traffic.drops} dropped connections and a restart: ${traffic.lost} lost, ${traffic.repeated} twice`,
    `One session ${showSends(oneSession)}`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
