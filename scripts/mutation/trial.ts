/** Runs a folder's tests on mutants, each in a copy of the checkout. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestStage } from "../lib/test-stage.ts";
import { copyCheckout } from "../proof/planted/copy.ts";
import type { Mutant } from "./mutant.ts";

/** A mutant may wait for what never comes: then it is found, too. */
const TEST_LIMIT_MS = 30_000;
const LIMIT_MS = 300_000;

export type Trial = {
  /** Whether the tests pass although the code is broken; without a mutant, whether they pass at all. */
  passes(mutant?: Mutant): Promise<boolean>;
  close(): void;
};

/** A copy in which one mutant at a time is tried. `stage` lends its Postgres. */
export async function openTrial(tests: string, stage: TestStage): Promise<Trial> {
  const copy = await copyCheckout({ name: "", says: "", changes: [] });
  const options = [`--timeout=${TEST_LIMIT_MS}`, "--bail", tests];

  async function run(more: Record<string, string>): Promise<boolean> {
    const child = Bun.spawn([process.execPath, "--no-env-file", "test", ...options], {
      cwd: copy.folder,
      // programs of the run are made of the unbroken source
      env: { ...process.env, ...stage.environment, TEST_PROGRAMS: "", ...more },
      stdio: ["ignore", "ignore", "ignore"],
      timeout: LIMIT_MS,
      killSignal: "SIGKILL",
    });
    return (await child.exited) === 0;
  }

  async function passes(mutant?: Mutant): Promise<boolean> {
    if (mutant === undefined) return await run({});
    const file = join(copy.folder, mutant.path);
    const original = readFileSync(file, "utf8");
    writeFileSync(file, mutant.text);
    // the run's template has the unbroken functions
    const passed = await run(mutant.path.endsWith(".sql") ? { TEST_TEMPLATE: "" } : {});
    writeFileSync(file, original);
    return passed;
  }
  return { passes, close: copy.remove };
}
