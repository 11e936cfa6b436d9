/** What else the machine does: figures that were measured beside other work say nothing about Waypost. */
import { loadavg } from "node:os";

/** The average number of processes that wanted a processor in the last minute. */
export type MachineLoad = { before: number; after: number; forced: boolean };

const MOST = 2;

/** Measuring would tell about the machine's other work. */
export class MachineBusyError extends Error {}

/** Throws `MachineBusyError` while the machine is busy, unless it is to be measured all the same. */
export function loadBefore(force: boolean): number {
  const load = loadNow();
  if (load <= MOST || force) return load;
  throw new MachineBusyError(
    `The load of this machine is ${load}: other work would be measured, too. Try again at ${MOST} or less, or give --force, which the report then tells.`,
  );
}

export function loadNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

/** For a person, below the figures. */
export function showLoad({ before, after, forced }: MachineLoad): string {
  const warning = before > MOST && forced ? "; forced: other work was measured, too" : "";
  return `Load of the machine: ${before} before, ${after} after${warning}\n`;
}
