/** Ten worlds of a minute each, with all their outages: whatever they are, every promise is kept. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../../scripts/lib/run.ts";

const SEEDS = Array.from({ length: 10 }, (_, nth) => nth + 1);
/** They wait more than they work. */
const AT_ONCE = 5;

async function prove(seed: number, folder: string): Promise<string> {
  const words = ["--seed", String(seed), "--seconds", "60", "--report", join(folder, String(seed))];
  const child = Bun.spawn([process.execPath, "--no-env-file", "scripts/proof/main.ts", ...words], {
    cwd: ROOT,
    stdout: "pipe",
    stderr: "inherit",
  });
  const printed = await child.stdout.text();
  return (await child.exited) === 0 ? "kept" : printed;
}

test("ten seeds of a minute keep every promise", async () => {
  const folder = mkdtempSync(join(tmpdir(), "waypost-seeds-"));
  try {
    const left = [...SEEDS];
    const said: Record<number, string> = {};
    const runOn = async () => {
      for (let seed = left.shift(); seed !== undefined; seed = left.shift())
        said[seed] = await prove(seed, folder);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runOn));
    expect(said).toEqual(Object.fromEntries(SEEDS.map((seed) => [seed, "kept"])));
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 3600_000);
