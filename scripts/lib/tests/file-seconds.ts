/** What each test file of a run took of the processors. */
import { existsSync, readFileSync } from "node:fs";

export type FileSeconds = { file: string; seconds: number };

/** More than these nobody reads at the end of a run. */
const SHOWN = 10;

/** What `tests/support/core-seconds.ts` wrote at `path`. The shared Postgres is in none of them. */
export function readFileSeconds(path: string): FileSeconds[] {
  const lines = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
  return lines.map((line) => ({ seconds: Number.parseFloat(line), file: line.slice(line.indexOf(" ") + 1) }));
}

/** A line for each of the dearest, these first. */
export function dearestFiles(files: readonly FileSeconds[]): string[] {
  const dearest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SHOWN);
  return dearest.map(({ seconds, file }) => `${seconds.toFixed(1)} core-seconds: ${file}`);
}
