/** What sessions cost that have nothing to do: memory, and the daemon's processor. */
import { readFileSync } from "node:fs";
import { residentMegabytes } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { rounded } from "../statistics.ts";

/** Memory is the daemon's, in MiB; processor time in milliseconds a second. */
export type IdleSessions = { sessions: number; memory: number; cpuMsPerSecond: number };

export type IdlePlan = { settleSeconds: number; cpuSeconds: number };

/** Lets the daemon settle, then measures it while nothing happens. */
export async function measureIdleSessions(
  { daemon }: Stage,
  sessions: number,
  { settleSeconds, cpuSeconds }: IdlePlan,
): Promise<IdleSessions> {
  await Bun.sleep(settleSeconds * 1000);
  const memory = residentMegabytes(daemon.pid);
  const before = processorSeconds(daemon.pid);
  await Bun.sleep(cpuSeconds * 1000);
  const cpuMsPerSecond = rounded(((processorSeconds(daemon.pid) - before) * 1000) / cpuSeconds);
  return { sessions, memory, cpuMsPerSecond };
}

/** Memory of each session more, in MiB: what the first ones cost holds what all of them share. */
export function memoryOfAnother(few: IdleSessions, many: IdleSessions): number {
  const memory = (many.memory - few.memory) / (many.sessions - few.sessions);
  return Math.round(memory * 100) / 100;
}

/** For a person. */
export function showIdle({ sessions, memory, cpuMsPerSecond }: IdleSessions): string {
  return `${sessions} sessions: ${memory} MiB, ${cpuMsPerSecond} ms of a processor a second`;
}

/** Seconds of processor time a process has used (proc(5), fields 14 and 15 of `stat`, in hundredths). */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
