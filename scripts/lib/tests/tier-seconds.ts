/** What each tier of the tests took when it last ran whole in this checkout, in seconds of a processor. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../run.ts";

const NOTED = join(ROOT, ".waypost/tier-seconds.json");

/** By the names of tiers, or by several that ran together: `first and rest`. */
export function tierSeconds(): Record<string, number> {
  return existsSync(NOTED) ? JSON.parse(readFileSync(NOTED, "utf8")) : {};
}

/** Notes what a run of these tiers took. */
export function noteTierSeconds(tiers: readonly string[], seconds: number): void {
  mkdirSync(dirname(NOTED), { recursive: true });
  const noted = { ...tierSeconds(), [tiers.join(" and ")]: seconds };
  writeFileSync(NOTED, `${JSON.stringify(noted, null, 2)}\n`);
}
