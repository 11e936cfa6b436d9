/** `./scripts/prove`: reads the command line, runs seeds, and says what came of each. */
import { randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { ROOT } from "../lib/run.ts";
import type { Violation } from "./checker/violation.ts";
import { historyAround } from "./history/around.ts";
import { PROMISES, type Promised } from "./promises.ts";
import { keep, readRuns, summarize } from "./report/summary.ts";
import { reportOf, totals } from "./report/totals.ts";
import { type Run, run } from "./run/run.ts";
import { shrink } from "./run/shrink.ts";
import { closeStages } from "./stage/stage.ts";
import { planOf } from "./world/plan.ts";

type Options = {
  seed?: number;
  resume?: boolean;
  totals?: boolean;
  seeds: number;
  seconds: number;
  minutes?: number;
  forever?: boolean;
  promise: Promised[];
  faults: boolean;
  shrink: number;
  report: string;
};

/** Of one run; the report has all. */
const MOST_SHOWN = 10;

/** The exit code of what was interrupted, as shells have it. */
const INTERRUPTED = 130;

const options = new Command("./scripts/prove")
  .description("Cause outages, and compare what people outside saw with what docs/promises.md says.")
  .option("--seed <number>", "the first seed; a random one otherwise", whole)
  .option("--resume", "the seed after the highest of the report, unless --seed names another")
  .option("--totals", "run nothing, and print what the runs of the report come to, as Markdown")
  .option("--seeds <count>", "how many seeds, one after the other", whole, 1)
  .option("--seconds <count>", "how long each world is busy, before what is left may end", whole, 60)
  .option("--minutes <count>", "go on with further seeds for so long", whole)
  .option("--forever", "go on until it is interrupted")
  .option("--promise <number...>", "check only these promises", promises, [])
  .option("--no-faults", "the same world without outages")
  .option(
    "--shrink <runs>",
    "after a violation, look for fewer faults that cause it, in at most so many runs",
    whole,
    0,
  )
  .option("--report <folder>", "where runs are added to the report", ".waypost/proof")
  .allowExcessArguments(false)
  .parse()
  .opts<Options>();

let ending: Promise<void> | null = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void endWith(INTERRUPTED));
for (const failure of ["uncaughtException", "unhandledRejection"])
  process.on(failure, (cause) => {
    if (ending === null) process.stderr.write(`${Bun.inspect(cause)}\n`);
    void endWith(1);
  });
if (options.totals === true) {
  say(reportOf(readRuns(resolve(options.report))));
  process.exit(0);
}
const broken = await proveAll(options).catch(async (cause) => {
  // a run fails when its stage is closed below it: then that decides
  await ending;
  throw cause;
});
await ending;
// The timers of waits that are over would keep the process for another while.
process.exit(broken === 0 ? 0 : 1);

/** Puts away all that runs, and ends the process; the first reason to decides on its exit code. */
function endWith(code: number): Promise<void> {
  ending ??= closeStages().finally(() => process.exit(code));
  return ending;
}

/** Runs all seeds that are asked for; returns how many broke a promise. */
async function proveAll({ seeds, minutes, forever, ...more }: Options): Promise<number> {
  const seed = more.seed ?? (more.resume === true ? seedAfter(more.report) : randomInt(1_000_000));
  const stopAt = minutes === undefined ? 0 : performance.now() + minutes * 60_000;
  let broken = 0;
  for (let next = seed; next < seed + seeds || performance.now() < stopAt || forever === true; next++)
    if (!(await prove(next, more))) broken += 1;
  return broken;
}

/** The first seed that comes after all of a report. */
function seedAfter(folder: string): number {
  return Math.max(0, ...readRuns(resolve(folder)).map(({ seed }) => seed)) + 1;
}

/** Runs one seed, says what came of it and adds it to the report; whether every promise was kept. */
async function prove(
  seed: number,
  options: Pick<Options, "seconds" | "promise" | "faults" | "shrink" | "report">,
) {
  const plan = planOf(seed, options.seconds);
  const done = await run(options.faults ? plan : { ...plan, faults: [] }, options.promise);
  const { history, violations, seconds } = done;
  const counts = `${history.sends.length} sends, ${history.faults.length} faults, ${history.received.length} webhooks`;
  say(`seed ${seed}: ${violations.length === 0 ? "kept" : "BROKEN"} (${counts}, ${seconds} s)`);
  const [first] = violations;
  if (first !== undefined) {
    showAll(done, seed, options.seconds);
    const shrinking = { run, say, mostRuns: options.shrink };
    if (options.shrink > 0) showOne(await shrink(done, first.promise, shrinking));
  }
  if (first !== undefined) keepHistory(options.report, seed, done);
  const runs = keep(resolve(options.report), summarize(done, commit()));
  writeFileSync(join(resolve(options.report), "report.md"), `${reportOf(runs)}\n`);
  if (options.shrink === 0 && runs.length % 10 === 0)
    say(
      totals(runs)
        .map(([name, value]) => `${value} ${name}`)
        .join(", "),
    );
  return violations.length === 0;
}

/** All that was seen of a broken run, for whoever looks for the cause. */
function keepHistory(folder: string, seed: number, { history, logs }: Run): void {
  mkdirSync(resolve(folder), { recursive: true });
  const keepFile = (name: string, text: string) => writeFileSync(join(resolve(folder), name), text);
  keepFile(`seed-${seed}.json`, JSON.stringify(history));
  for (const [daemon, text] of Object.entries(logs))
    keepFile(`seed-${seed}-${daemon.replaceAll(" ", "-")}.log`, text);
}

function showAll({ history, violations }: Run, seed: number, seconds: number): void {
  for (const violation of violations.slice(0, MOST_SHOWN))
    say(`  ${titleOf(violation)}\n    ${violation.says}`);
  if (violations.length > MOST_SHOWN) say(`  and ${violations.length - MOST_SHOWN} more`);
  const [first] = violations;
  if (first !== undefined) for (const line of historyAround(history, first)) say(`    ${line}`);
  say(`  again: ./scripts/prove --seed ${seed} --seconds ${seconds}    at ${commit()}`);
}

function showOne({ plan, history, violations }: Run): void {
  const [first] = violations;
  if (first === undefined) return;
  say(
    `  with these faults alone: ${plan.faults.map(({ id, kind }) => `${id} ${kind}`).join(", ") || "none"}`,
  );
  say(`    ${first.says}`);
  for (const line of historyAround(history, first)) say(`    ${line}`);
}

function titleOf({ promise }: Violation): string {
  return `promise ${promise}: ${PROMISES[promise]}`;
}

function commit(): string {
  const { stdout } = Bun.spawnSync(["git", "rev-parse", "HEAD"], { cwd: ROOT, stderr: "ignore" });
  return stdout.toString().trim() || "an unknown commit";
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("a whole number");
  return Number(text);
}

function promises(text: string, before: Promised[]): Promised[] {
  if (!Object.hasOwn(PROMISES, text)) throw new InvalidArgumentError("the number of a promise");
  return [...before, Number(text) as Promised];
}
