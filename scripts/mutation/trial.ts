/** Runs a folder's tests on mutants, each in a copy of the checkout. */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { TestStage } from "../lib/tests/stage.ts";
import { copyCheckout } from "../proof/planted/copy.ts";
import type { Mutant } from "./mutant.ts";
import { nearTests } from "./near-tests.ts";

/** A mutant may wait for what never comes: then it is found, too. */
const OPTIONS = ["--timeout=90000", "--bail"];
/** For what even that doesn't end, such as a loop without an end; far more than a folder takes on a busy machine. */
const LIMIT_MS = 1_200_000;

export type Trial = {
  /** The test that fails first when the code is broken, or without a mutant as it is; undefined when all pass. */
  failure(mutant?: Mutant): Promise<string | undefined>;
  close(): void;
};

/** A copy in which one mutant at a time is tried by the tests of a folder. `stage` lends its Postgres. */
export async function openTrial(folder: string, stage: TestStage): Promise<Trial> {
  const copy = await copyCheckout({ name: "", says: "", changes: [] });
  const printed = join(stage.folder, `${basename(copy.folder)}.log`);
  const all = [...new Bun.Glob(`tests/${folder}/**/*.test.ts`).scanSync({ cwd: copy.folder })].sort();

  async function run(tests: string[], more = {}): Promise<string | undefined> {
    writeFileSync(printed, "");
    const child = Bun.spawn([process.execPath, "--no-env-file", "test", ...OPTIONS, ...tests], {
      cwd: copy.folder,
      // started from source: compiled ones would not be broken
      env: { ...process.env, ...stage.environment, TEST_PROGRAMS: "", ...more },
      // a pipe would stay open as long as a daemon that a killed test leaves behind
      stdio: ["ignore", "ignore", Bun.file(printed)],
      timeout: LIMIT_MS,
      killSignal: "SIGKILL",
    });
    return (await child.exited) === 0 ? undefined : failedFirst(await Bun.file(printed).text());
  }

  async function failure(mutant?: Mutant): Promise<string | undefined> {
    if (mutant === undefined) return await run(all);
    const file = join(copy.folder, mutant.path);
    const original = readFileSync(file, "utf8");
    writeFileSync(file, mutant.text);
    // the run's template has the unbroken functions
    const more = mutant.path.endsWith(".sql") ? { TEST_TEMPLATE: "" } : {};
    const near = nearTests(all, mutant.path);
    const soon = near.length > 0 ? await run(near, more) : undefined;
    const failed = soon ?? (await run(all, more));
    writeFileSync(file, original);
    return failed;
  }
  return { failure, close: copy.remove };
}

/** Bun prints a file's name before its tests, and `(fail)` before the name of a test that failed. */
function failedFirst(printed: string): string {
  const before = printed.split("\n(fail) ")[0] ?? "";
  const file = before.match(/^tests\/.*(?=:$)/gm)?.at(-1) ?? "no test began";
  const name = printed.match(/^\(fail\) (.*)/m)?.[1];
  return name === undefined ? `${file}, which didn't end` : `${file}: ${name}`;
}
