/**
 * What a test file takes of the processors: this process, what it started, and what ended since. A process that works
 * through several files starts daemon and browser in the first that asks for them. Where the kernel has no /proc,
 * nothing is measured.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";

/** Where a run of many files reads it: a line for each that is done. */
const NOTED = process.env.TEST_CORE_SECONDS;
/** The clock of /proc, as programs see it: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, (14) utime. */
const TICKS_PER_SECOND = 100;

let before = 0;

/** Notes what was taken since the file before was done, or this process began. */
export function noteCoreSeconds(file: string): void {
  if (NOTED === undefined || !existsSync("/proc/self/stat")) return;
  const now = ticksOf(
    process.pid,
    Map.groupBy(runningProcesses(), ({ parent }) => parent),
  );
  appendFileSync(NOTED, `${(now - before) / TICKS_PER_SECOND} ${file}\n`);
  before = now;
}

type Running = { pid: number; parent: number; ticks: number };

/** Of a process, and all below it. */
function ticksOf(pid: number, children: Map<number, Running[]>, own = ownTicks(pid)): number {
  return (children.get(pid) ?? []).reduce(
    (sum, child) => sum + ticksOf(child.pid, children, child.ticks),
    own,
  );
}

function ownTicks(pid: number): number {
  return readProcess(pid)?.ticks ?? 0;
}

function runningProcesses(): Running[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => readProcess(Number(pid)) ?? []);
}

/** With the time of children that ended and were waited for; undefined if it has just ended. */
function readProcess(pid: number): Running | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // the name before may have spaces and brackets in it
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}
