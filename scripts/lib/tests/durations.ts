/**
 * How long each test file takes, for the longest to begin first: one that begins last is waited for alone. A checkout
 * keeps those of its own last run; a new one starts with what the repository notes of the longest.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../run.ts";

/** As `bun test --timings` reads and writes it: milliseconds by path. */
type Durations = { version: number; files: Record<string, number> };

const OWN = ".waypost/test-durations.json";
const NOTED = "tests/durations.json";

/** Shorter files fill gaps wherever they stand; longer ones are not in the first tier. */
const LONG_MS = 8_000;

/** The path of the checkout's durations, for Bun to read and to bring up to date. */
export function ownDurations(): string {
  if (!existsSync(join(ROOT, OWN))) {
    mkdirSync(dirname(join(ROOT, OWN)), { recursive: true });
    copyFileSync(join(ROOT, NOTED), join(ROOT, OWN));
  }
  return OWN;
}

/** The files that the repository notes. */
export function longFiles(): Set<string> {
  const { files }: Durations = JSON.parse(readFileSync(join(ROOT, NOTED), "utf8"));
  return new Set(Object.keys(files));
}

/** Notes the longest files of this checkout's last whole run in the repository. */
function noteDurations(): void {
  const { version, files }: Durations = JSON.parse(readFileSync(join(ROOT, OWN), "utf8"));
  const longest = Object.entries(files).filter(([, duration]) => duration >= LONG_MS);
  const rounded = longest.map(([file, duration]) => [file, Math.round(duration / 1000) * 1000]);
  const noted = { version, files: Object.fromEntries(rounded) };
  writeFileSync(join(ROOT, NOTED), `${JSON.stringify(noted, null, 2)}\n`);
}

if (import.meta.main) noteDurations();
