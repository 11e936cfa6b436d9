/** Ten worlds of a minute each, with all their outages: whatever they are, every promise is kept. */
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../scripts/lib/run.ts";

const SEEDS = Array.from({ length: 10 }, (_, nth) => nth + 1);
/** They wait more than they work. */
const AT_ONCE = 5;
/** With the history of each run that broke a promise, until the next time. */
const REPORTS = join(ROOT, ".waypost/ten-seeds");

async function prove(seed: number): Promise<string> {
  const words = ["--seed", String(seed), "--seconds", "60", "--report", join(REPORTS, String(seed))];
  const child = Bun.spawn([process.execPath, "--no-env-file", "scripts/lab/proof/main.ts", ...words], {
    cwd: ROOT,
    stdout: "pipe",
    stderr: "inherit",
  });
  const printed = await child.stdout.text();
  return (await child.exited) === 0 ? "kept" : printed;
}

test("ten seeds of a minute keep every promise", async () => {
  rmSync(REPORTS, { recursive: true, force: true });
  const left = [...SEEDS];
  const said: Record<number, string> = {};
  const runOn = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) said[seed] = await prove(seed);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runOn));
  expect(said).toEqual(Object.fromEntries(SEEDS.map((seed) => [seed, "kept"])));
}, 3600_000);
