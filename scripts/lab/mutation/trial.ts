/** Runs a folder's tests on mutants, each in a copy of the checkout. */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { TestStage } from "../../lib/tests/stage.ts";
import { copyCheckout } from "../proof/planted/copy.ts";
import type { Mutant } from "./mutant.ts";
import { nearTests } from "./near-tests.ts";

/** A mutant may wait for what never comes. */
const OPTIONS = ["--timeout=90000", "--bail=3"];
/** For what even that doesn't end, such as a loop without an end; far more than a folder takes on a busy machine. */
const LIMIT_MS = 1_200_000;
const OUT_OF_TIME = "they don't end in time";

export type Trial = {
  /**
   * The test that fails first when the code is broken, or without a mutant as it is; undefined when all pass. A test that
   * only ran out of time has not noticed anything: it would say so of a slow machine, too.
   */
  failure(mutant?: Mutant): Promise<string | undefined>;
  close(): void;
};

/** A copy in which one mutant at a time is tried by the tests of a folder. `stage` lends its Postgres. */
export async function openTrial(folder: string, stage: TestStage): Promise<Trial> {
  const copy = await copyCheckout({ name: "", says: "", changes: [] });
  const printed = join(stage.folder, `${basename(copy.folder)}.log`);
  const all = [...new Bun.Glob(`tests/${folder}/**/*.test.{ts,tsx}`).scanSync({ cwd: copy.folder })].sort();
  if (all.length === 0) {
    copy.remove();
    throw new Error(`${folder} has no tests of its own: tests/${folder} is where they belong`);
  }

  /** What the tests printed; undefined when all passed. */
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
    return (await child.exited) === 0 ? undefined : await Bun.file(printed).text();
  }

  async function failure(mutant?: Mutant): Promise<string | undefined> {
    // as it is, code whose tests run out of time fails, too
    if (mutant === undefined)
      return await run(all).then((failed) => failed && (noticedBy(failed) ?? OUT_OF_TIME));
    const file = join(copy.folder, mutant.path);
    const original = readFileSync(file, "utf8");
    writeFileSync(file, mutant.text);
    // the run's template has the unbroken functions
    const more = mutant.path.endsWith(".sql") ? { TEST_TEMPLATE: "" } : {};
    const near = nearTests(all, mutant.path);
    const noticing = async (tests: string[]) => noticedBy((await run(tests, more)) ?? "");
    const soon = near.length > 0 ? await noticing(near) : undefined;
    const noticed = soon ?? (await noticing(all));
    writeFileSync(file, original);
    return noticed;
  }
  return { failure, close: copy.remove };
}

/**
 * The first test that failed for what it saw, as Bun prints it: a file's name before its tests, `(fail)` before the name
 * of one that failed, and below that whether it only ran out of time. Undefined when there is none.
 */
export function noticedBy(printed: string): string | undefined {
  const [before = "", ...failed] = printed.split("\n(fail) ");
  let file = fileIn(before);
  for (const one of failed) {
    const [name = "", ...below] = one.split("\n");
    if (!/^\s*\^ .* timed out /.test(below[0] ?? "")) return `${file ?? "no file"}: ${name}`;
    file = fileIn(one) ?? file;
  }
  // nothing failed, and yet it didn't end well: a file that doesn't load, or a hook
  return failed.length === 0 && /^\s*[1-9]\d* (fail|error)/m.test(printed)
    ? (file ?? "no test began")
    : undefined;
}

function fileIn(printed: string): string | undefined {
  return printed.match(/^tests\/.*(?=:$)/gm)?.at(-1);
}
