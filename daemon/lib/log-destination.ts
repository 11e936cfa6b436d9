/** Where the lines of the log go: standard error, which may be closed, a full disk, or a pipe that nobody reads. */
import { writeSync } from "node:fs";

const STANDARD_ERROR = 2;
/** So often a pipe that is full is tried for one line. */
const MOST_TRIES = 5;

let lost = 0;
let unreported = 0;

/** How many lines of the log could not be written since the start of the process. */
export function lostLines(): number {
  return lost;
}

/** Counts a line that was not written. */
export function loseLine(): void {
  lost += 1;
  unreported += 1;
}

/** Writes lines at once, and never throws; how many were lost is said as soon as one can be written again. */
export const standardError = {
  write(line: string): void {
    if (unreported > 0 && writeWhole(missing(unreported))) unreported = 0;
    if (!writeWhole(line)) loseLine();
  },
};

function missing(lines: number): string {
  return `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, lines, msg: "lines of the log could not be written" })}\n`;
}

/** False when it was not written to its end. */
function writeWhole(line: string): boolean {
  let rest = Buffer.from(line);
  for (let tries = 0; rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(STANDARD_ERROR, rest));
    } catch (cause) {
      tries += 1;
      if (!isFull(cause) || tries === MOST_TRIES) return false;
    }
  }
  return true;
}

/** A pipe that does not block takes nothing while it is full. */
function isFull(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "EAGAIN" || cause.code === "EINTR");
}
