/**
 * The checks, then the tests. The arguments go to `bun test`: with any, only those tests run and the browser is
 * not fetched. Ends with one line that counts both, the checks as one.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BROWSER_TEST, ensureChromium } from "./chromium.ts";
import { ROOT } from "./run.ts";

type Counts = { passed: number; failed: number; skipped: number };

const parameters = process.argv.slice(2);
if (parameters.length === 0 && existsSync(join(ROOT, BROWSER_TEST))) {
  const missing = await ensureChromium();
  if (missing) process.stdout.write(`${missing} ${BROWSER_TEST} is skipped.\n`);
}
const checked = await inherit([process.execPath, "--no-env-file", "scripts/checks/main.ts"]);
const tests = parameters.length > 0 ? await runTests(parameters) : await runHalves();
if (tests.skipped > 0) process.stdout.write(`${tests.skipped} skipped\n`);
const passed = tests.passed + (checked ? 1 : 0);
const failed = tests.failed + (checked ? 0 : 1);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** All files in two processes at once: they wait more than they compute. */
async function runHalves(): Promise<Counts> {
  const [one, other] = await Promise.all([runTests(["--shard=1/2"]), runTests(["--shard=2/2"])]);
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

async function runTests(names: string[]): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-test-report-"));
  const report = join(folder, "junit.xml");
  // Bun's five seconds are short for a browser, or when two runs share a small machine.
  const timeout = "--timeout=30000";
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  const success = await inherit([process.execPath, "--no-env-file", "test", timeout, ...reporter, ...names]);
  const counts = readReport(report);
  rmSync(folder, { recursive: true });
  // A file that doesn't load, or a run that broke off, fails without a test that did.
  return success || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** The totals are attributes of the report's outermost element; no report, nothing ran. */
function readReport(path: string): Counts {
  const head = existsSync(path) ? (readFileSync(path, "utf8").match(/<testsuites [^>]*>/)?.[0] ?? "") : "";
  const total = (name: string) => Number(head.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0);
  const failed = total("failures") + total("errors");
  const skipped = total("skipped");
  return { passed: total("tests") - failed - skipped, failed, skipped };
}

async function inherit(command: string[]): Promise<boolean> {
  const child = Bun.spawn(command, { cwd: ROOT, stdin: "ignore", stdout: "inherit", stderr: "inherit" });
  return (await child.exited) === 0;
}
