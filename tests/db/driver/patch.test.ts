/**
 * The faults that our patch of the driver mends, with it and without. One that is gone without it shows what can be
 * removed from scripts/patches/postgres@3.4.9.patch. Needs git, to take the patch back out of a copy.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyDatabase, type TestDatabase } from "../../support/database.ts";
import { FAULTS } from "./faults/all.ts";

const root = join(import.meta.dir, "../../..");
const INSTALLED = join(root, "node_modules/postgres");
const PATCHES = join(root, "scripts/patches");

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await emptyDatabase();
  folder = mkdtempSync(join(tmpdir(), "waypost-driver-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

test("with the patch, none of its faults is seen", async () => {
  const { seen, crashes } = await tryFaults(INSTALLED, 60_000);
  expect(named(seen)).toEqual(named(FAULTS.map(({ right }) => right)));
  expect(crashes).toEqual([]);
});

test("without the patch, each of them is: one that is not has been mended upstream, and leaves the patch", async () => {
  const { seen } = await tryFaults(unpatched(), 5000);
  const gone = FAULTS.filter(({ right }, index) => Bun.deepEquals(seen[index], right));
  expect(gone.map(({ what }) => what)).toEqual([]);
});

function named(outcomes: unknown[]): [string, unknown][] {
  return FAULTS.map(({ what }, index) => [what, outcomes[index]]);
}

async function tryFaults(driver: string, longestMs: number): Promise<{ seen: unknown[]; crashes: string[] }> {
  const given = [join(driver, "src/index.js"), database.url, String(longestMs)];
  const child = Bun.spawn([
    process.execPath,
    "--no-env-file",
    join(import.meta.dir, "faults/try.ts"),
    ...given,
  ]);
  return JSON.parse(await new Response(child.stdout).text());
}

function unpatched(): string {
  const driver = join(folder, "postgres");
  cpSync(INSTALLED, driver, { recursive: true, dereference: true });
  const [patch = ""] = readdirSync(PATCHES).filter((name) => name.startsWith("postgres@"));
  const undone = Bun.spawnSync(["git", "apply", "--reverse", join(PATCHES, patch)], { cwd: driver });
  expect(undone.stderr.toString()).toBe("");
  return driver;
}
