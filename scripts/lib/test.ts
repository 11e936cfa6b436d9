/**
 * The checks, then the tests. The arguments go to `bun test`: with any, only those tests run and the browser is
 * not fetched. All tests run in two processes at once; files in which something failed then run again alone, so
 * that a test that only fails beside others is told from one that fails, and named. Ends with one line that counts
 * both, the checks as one.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BROWSER_TEST, ensureChromium } from "./chromium.ts";
import { ROOT } from "./run.ts";
import { readTestReport, type TestResult } from "./test-report.ts";

/** More files than these fail for a reason that a second look doesn't help. */
const MOST_RUN_AGAIN = 5;

/** The file of a failure that belongs to none: a run that broke off, or a file that doesn't load. */
const OUTSIDE = "(outside a test)";

const parameters = process.argv.slice(2);
if (parameters.length === 0 && existsSync(join(ROOT, BROWSER_TEST))) {
  const missing = await ensureChromium();
  if (missing) say(`${missing} ${BROWSER_TEST} is skipped.`);
}
const checked = await inherit([process.execPath, "--no-env-file", "scripts/checks/main.ts"]);
const results = parameters.length > 0 ? await runTests(parameters) : await runAllTests();
for (const { file, name } of results.filter(hasFailed)) say(`failed: ${file}: ${name}`);
const count = (outcome: TestResult["outcome"]) => results.filter((one) => one.outcome === outcome).length;
if (count("skipped") > 0) say(`${count("skipped")} skipped`);
const failed = count("failed") + (checked ? 0 : 1);
say(`${count("passed") + (checked ? 1 : 0)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** In two processes at once: tests wait more than they compute. */
async function runAllTests(): Promise<TestResult[]> {
  const halves = (await Promise.all([runTests(["--shard=1/2"]), runTests(["--shard=2/2"])])).flat();
  const suspects = new Set([...halves.filter(hasFailed).map(({ file }) => file), ...unread(halves)]);
  if (suspects.size === 0 || suspects.size > MOST_RUN_AGAIN || suspects.has(OUTSIDE)) return halves;
  const again = await runTests([...suspects]);
  for (const { file, name } of halves.filter(hasFailed)) {
    const still = again.some((one) => hasFailed(one) && one.file === file && one.name === name);
    if (!still) say(`failed beside other tests, passed alone: ${file}: ${name}`);
  }
  return [...halves.filter(({ file }) => !suspects.has(file)), ...again];
}

/** Test files that a run says nothing of: they don't load. */
function unread(results: TestResult[]): string[] {
  const read = new Set(results.map(({ file }) => file));
  const files = new Bun.Glob("tests/**/*.test.{ts,tsx}").scanSync({ cwd: ROOT });
  return [...files].filter((file) => !read.has(file));
}

async function runTests(names: string[]): Promise<TestResult[]> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-test-report-"));
  const report = join(folder, "junit.xml");
  // Bun's five seconds are short for a browser, or when two runs share a small machine.
  const timeout = "--timeout=30000";
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  const success = await inherit([process.execPath, "--no-env-file", "test", timeout, ...reporter, ...names]);
  const found = readTestReport(report);
  rmSync(folder, { recursive: true });
  if (success || found.some(hasFailed)) return found;
  return [...found, { file: OUTSIDE, name: `bun test ${names.join(" ")}`, outcome: "failed" }];
}

function hasFailed({ outcome }: TestResult): boolean {
  return outcome === "failed";
}

async function inherit(command: string[]): Promise<boolean> {
  const child = Bun.spawn(command, { cwd: ROOT, stdin: "ignore", stdout: "inherit", stderr: "inherit" });
  return (await child.exited) === 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
