/**
 * The checks, and beside them the tests of the first tier; more with `--whole`, `--all` and `--rest`. Other arguments go
 * to `bun test`: then only the named tests run, without the checks, and no program is fetched. Whole tiers use several
 * processes at once; files in which something failed then run again alone, to tell a test that only fails beside others
 * from one that fails, and name it. What tests leave in the temporary folder fails the run. Ends with one line
 * that counts both, the checks as one.
 */
import { availableParallelism } from "node:os";
import { join, normalize } from "node:path";
import { ROOT } from "./run.ts";
import { readSources } from "./source.ts";
import { ensureTestPrograms } from "./system-program.ts";
import { longFiles, ownDurations } from "./tests/durations.ts";
import { dearestFiles, readFileSeconds } from "./tests/file-seconds.ts";
import { showProgress } from "./tests/progress.ts";
import { readTestReport, type TestResult } from "./tests/report.ts";
import { coreSecondsOf, openTestStage, type TestStage } from "./tests/stage.ts";
import { noteTierSeconds } from "./tests/tier-seconds.ts";
import { TIERS, type Tier, tiersOf } from "./tests/tiers.ts";

/**
 * More files than these fail for a reason that a second look doesn't help. A machine that stands still for half a minute
 * fails dozens at once.
 */
const MOST_RUN_AGAIN = 60;

/** The file of a failure that belongs to none: a run that broke off, or a file that doesn't load. */
const OUTSIDE = "(outside a test)";

/** The tiers that an option asks for, and whether the checks run beside them. */
const CHOICES: Record<string, { tiers: readonly Tier[]; checks: boolean }> = {
  "": { tiers: ["first"], checks: true },
  "--whole": { tiers: ["first", "rest"], checks: true },
  // what --whole has beyond the first tier, for who has run that
  "--rest": { tiers: ["rest"], checks: false },
  "--all": { tiers: TIERS, checks: true },
};

/** Longer than that a test hangs, unless it says itself how long it may take: some wait for several things, each up to 25 s. */
const LIMIT_MS = 60_000;

/** Process groups of what runs at the moment. */
const running = new Set<number>();
/** Seconds of a processor that what ran has taken, with all that it started. */
let coreSeconds = 0;
const begun = performance.now();
const given = process.argv.slice(2);
const option = given.find((word) => word in CHOICES) ?? "";
const parameters = given.filter((word) => word !== option);
const isWhole = parameters.length === 0;
const choice = CHOICES[option] ?? { tiers: [], checks: false };
if (isWhole) for (const sentence of await ensureTestPrograms()) say(sentence);
refuseUnknown(parameters);
// named tests run without the checks, which ./scripts/check runs
const checks =
  isWhole && choice.checks ? inherit([process.execPath, "--no-env-file", "scripts/checks/main.ts"]) : null;
// in the first tier, one file starts a program: it does so from source
const programs = isWhole && choice.tiers.includes("rest");
const stage = await openTestStage({ databases: isWhole, programs });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void breakOff());
const results = isWhole
  ? await runTogether(stage, await filesOf(choice.tiers))
  : await runTests(stage, parameters);
const left = await stage.close();
const hasLeft = left.names.length > 0;
const checked = (await checks) ?? true;
for (const { file, name } of results.filter(hasFailed)) say(`failed: ${file}: ${name}`);
if (!checked) say("failed: ./scripts/check");
if (hasLeft) say(`failed: left in the temporary folder: ${left.names.join(", ")}`);
const count = (outcome: TestResult["outcome"]) => results.filter((one) => one.outcome === outcome).length;
const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
const taken = Math.round(coreSeconds + left.coreSeconds);
if (isWhole) noteTierSeconds(choice.tiers, taken);
say(`${minutes} minutes, ${taken} core-seconds`);
if (count("skipped") > 0) say(`${count("skipped")} skipped`);
const failed = count("failed") + (checked ? 0 : 1) + (hasLeft ? 1 : 0);
say(`${count("passed") + (checks !== null && checked ? 1 : 0)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Ends the program when something is named that is no test. */
function refuseUnknown(words: readonly string[]): void {
  const files = testFiles();
  if (option !== "" && words.length > 0) {
    say(`${option} says itself which tests run: name no others with it.`);
    process.exit(2);
  }
  // `-t` takes the words behind it
  const names = words.filter((name, at) => !name.startsWith("-") && words[at - 1] !== "-t");
  const unknown = names.filter((name) => !files.some((file) => file.includes(normalize(name))));
  if (unknown.length === 0) return;
  say(`No test is called ${unknown.join(" or ")}. Name tests by their paths, such as ${files[0]}.`);
  process.exit(2);
}

/** In more processes than there are processors: most tests wait twice as long as they compute. */
async function runTogether(stage: TestStage, files: string[]): Promise<TestResult[]> {
  const together = [`--parallel=${availableParallelism() * 3}`, "--no-isolate"];
  const timings = [`--timings=${ownDurations()}`, "--update-timings"];
  const paths = files.map((file) => `./${file}`);
  const noted = join(stage.folder, "core-seconds.txt");
  const environment = { ...stage.environment, TEST_CORE_SECONDS: noted };
  const before = coreSeconds;
  const first = await runTests({ ...stage, environment }, [...together, ...timings, ...paths], files.length);
  const taken = readFileSeconds(noted);
  // a browser that files share outlives their process, and nobody waits for it who could say what it took
  coreSeconds = Math.max(coreSeconds, before + taken.reduce((sum, { seconds }) => sum + seconds, 0));
  for (const line of dearestFiles(taken)) say(line);
  const read = new Set(first.map(({ file }) => file));
  // a file that a run says nothing of doesn't load
  const unread = files.filter((file) => !read.has(file));
  const suspects = new Set([...first.filter(hasFailed).map(({ file }) => file), ...unread]);
  if (suspects.size === 0 || suspects.size > MOST_RUN_AGAIN || suspects.has(OUTSIDE)) return first;
  const again = await runTests(stage, [...suspects]);
  for (const { file, name } of first.filter(hasFailed)) {
    const still = again.some((one) => hasFailed(one) && one.file === file && one.name === name);
    if (!still) say(`failed beside other tests, passed alone: ${file}: ${name}`);
  }
  return [...first.filter(({ file }) => !suspects.has(file)), ...again];
}

async function filesOf(tiers: readonly Tier[]): Promise<string[]> {
  const sources = (await readSources(ROOT)).filter(({ path }) => path.startsWith("tests/"));
  const found = tiersOf(sources, longFiles());
  return [...found].flatMap(([path, tier]) => (tiers.includes(tier) ? [path] : []));
}

function testFiles(): string[] {
  return [...new Bun.Glob("tests/**/*.test.{ts,tsx}").scanSync({ cwd: ROOT })].sort();
}

/** Runs tests; of so many files at once only what failed is shown, and how far the run is. */
async function runTests(
  { folder, environment }: TestStage,
  names: string[],
  files?: number,
): Promise<TestResult[]> {
  const report = join(folder, `${crypto.randomUUID()}.xml`);
  const options = [`--timeout=${LIMIT_MS}`, "--reporter=junit", `--reporter-outfile=${report}`];
  const command = [process.execPath, "--no-env-file", "test", ...options, ...names];
  const success = await inherit(command, environment, files);
  const found = readTestReport(report);
  if (success || found.some(hasFailed)) return found;
  return [...found, { file: OUTSIDE, name: `bun test ${names.join(" ")}`, outcome: "failed" }];
}

function hasFailed({ outcome }: TestResult): boolean {
  return outcome === "failed";
}

/** Runs a program, whose output is shown: all of it, or the progress of tests in so many files. */
async function inherit(
  command: string[],
  environment: Record<string, string> = {},
  files?: number,
): Promise<boolean> {
  const env = { ...process.env, ...environment };
  // with a group of its own, so that what it has started can be ended with it
  const child = Bun.spawn(command, {
    ...{ cwd: ROOT, env, stdin: "ignore", stdout: "inherit", detached: true },
    stderr: files === undefined ? "inherit" : "pipe",
  });
  running.add(child.pid);
  const { stdout: own } = process;
  if (child.stderr instanceof ReadableStream && files !== undefined)
    await showProgress(child.stderr, files, (text) => own.write(text), own.isTTY);
  const isSuccess = (await child.exited) === 0;
  running.delete(child.pid);
  coreSeconds += coreSecondsOf(child);
  return isSuccess;
}

/** Ends what runs, and leaves nothing behind. */
async function breakOff(): Promise<never> {
  for (const group of running) process.kill(-group, "SIGKILL");
  await stage.close();
  process.exit(130);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
