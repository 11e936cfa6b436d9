/** `./scripts/prove`: reads the command line, runs seeds, and says what came of each. */
import { randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { run as runProgram } from "../../lib/run.ts";
import { historyAround } from "./history/around.ts";
import { latenciesOf } from "./history/latencies.ts";
import { PROMISES, type Promised } from "./promises.ts";
import { type Run, run } from "./run/run.ts";
import { closeStages } from "./stage/stage.ts";
import { pausesOf, planFailover } from "./world/failover-plan.ts";
import { planOf } from "./world/plan.ts";
import { QUIET } from "./world/quiet-plan.ts";

type Options = {
  seed?: number;
  seeds: number;
  seconds: number;
  minutes?: number;
  forever?: boolean;
  promise: Promised[];
  faults: boolean;
  patroni?: boolean;
  report: string;
};

/** Of one run; the history that is kept has all. */
const MOST_SHOWN = 10;

/** The exit code of what was interrupted, as shells have it. */
const INTERRUPTED = 130;

const options = new Command("./scripts/prove")
  .description("Cause outages, and compare what people outside saw with what docs/promises.md says.")
  .option("--seed <number>", "the first seed; a random one otherwise", whole)
  .option("--seeds <count>", "how many seeds, one after the other", whole, 1)
  .option("--seconds <count>", "how long each world is busy, before what is left may end", whole, 60)
  .option("--minutes <count>", "go on with further seeds for so long", whole)
  .option("--forever", "go on until it is interrupted")
  .option("--promise <number...>", "check only these promises", promises, [])
  .option("--no-faults", "the same world without outages")
  .option("--patroni", "three Postgres servers, of which the primary goes away, and no other outages")
  .option("--report <folder>", "where the history of a run that broke a promise is kept", ".waypost/proof")
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

/** Runs all chosen seeds; returns how many broke a promise. */
async function proveAll({ seeds, minutes = 0, forever = false, ...more }: Options): Promise<number> {
  const seed = more.seed ?? randomInt(1_000_000);
  const stopAt = performance.now() + minutes * 60_000;
  let broken = 0;
  for (let next = seed; next < seed + seeds || performance.now() < stopAt || forever; next++)
    if (!(await prove(next, more))) broken += 1;
  return broken;
}

/** Runs one seed, says what came of it, and keeps its history if a promise was broken; whether every promise was kept. */
async function prove(seed: number, { seconds, promise, faults, patroni, report }: Omit<Options, "seeds">) {
  const plan = patroni ? planFailover(seed, seconds) : planOf(seed, seconds);
  const done = await run(faults ? plan : { ...plan, faults: [] }, promise);
  const { history, violations } = done;
  const counts = `${history.sends.length} sends, ${history.faults.length} faults, ${history.received.length} webhooks`;
  say(`seed ${seed}: ${violations.length === 0 ? "kept" : "BROKEN"} (${counts}, ${done.seconds} s)`);
  if (history.shortages.length > 0)
    say(
      `  the machine had too little time for the daemons in ${history.shortages.length} samples: 18 is not judged then`,
    );
  for (const { what, p50, p99 } of latenciesOf(history, QUIET))
    say(`  a quiet organization's messages were ${what} after ${p50} ms (p50), ${p99} ms (p99)`);
  for (const { says, longestMs } of pausesOf(history))
    say(`  ${says}: nothing was accepted for at most ${(longestMs / 1000).toFixed(1)} s`);
  if (violations.length === 0) return true;
  show(done);
  const { output: commit } = await runProgram(["git", "rev-parse", "HEAD"]);
  say(`  again: ./scripts/prove --seed ${seed} --seconds ${seconds}    at ${commit}`);
  keep(done, seed, resolve(report));
  return false;
}

function show({ history, violations }: Run): void {
  for (const { promise, says } of violations.slice(0, MOST_SHOWN))
    say(`  promise ${promise}: ${PROMISES[promise]}\n    ${says}`);
  if (violations.length > MOST_SHOWN) say(`  and ${violations.length - MOST_SHOWN} more`);
  const [first] = violations;
  if (first !== undefined) for (const line of historyAround(history, first)) say(`    ${line}`);
}

/** Writes all that is known of a broken run into a folder, to look for the cause in. */
function keep({ history, logs }: Run, seed: number, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `seed-${seed}.json`), JSON.stringify(history));
  for (const [daemon, text] of Object.entries(logs))
    writeFileSync(join(folder, `seed-${seed}-${daemon.replaceAll(" ", "-")}.log`), text);
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
