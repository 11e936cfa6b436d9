/**
 * `./scripts/mutate`: how much the tests of a folder notice. Stryker has no runner that keeps Bun's tests, our SQL and a
 * sample by folder together, and its command runner would run everything for each of 30,000 mutants.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { ROOT } from "../../lib/run.ts";
import { openTestStage, type TestStage } from "../../lib/tests/stage.ts";
import { createRandom } from "../proof/world/random.ts";
import { codeMutants } from "./code-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { sqlMutants } from "./sql-mutants.ts";
import { openTrial, type Trial } from "./trial.ts";

type Options = { sample: number; seed: number };

/** Documentation of the API is words; migrations run once, and have tests of their own. */
const LEFT_OUT = /documentation|\/migrations\/|\/schema\/landed/;

const command = new Command("./scripts/mutate")
  .description("Break lines of folders one at a time, and say which breaks their tests don't notice.")
  .argument("<folders...>", "folders as in tests/, such as crm; of daemon/, db/ and cli/")
  .option("--sample <count>", "how many lines of each folder", Number, 20)
  .option("--seed <number>", "another choice of lines", Number, 1)
  .parse();
const stage = await openTestStage({ databases: true, programs: false });
let missed = 0;
try {
  for (const folder of command.args) missed += await tryFolder(folder, command.opts<Options>(), stage);
} finally {
  await stage.close();
}
process.exit(missed === 0 ? 0 : 1);

/** Tries a sample of a folder, several mutants at once, and says how many were found; returns how many were not. */
async function tryFolder(folder: string, options: Options, stage: TestStage): Promise<number> {
  const mutants = choose(await mutantsOf(folder), options);
  const copies = Array.from({ length: availableParallelism() }, () => openTrial(folder, stage));
  const trials = await Promise.all(copies);
  try {
    const failed = await trials[0]?.failure();
    if (failed !== undefined) throw new Error(`the tests of ${folder} fail as they are: ${failed}`);
    const left = [...mutants];
    const missed = (await Promise.all(trials.map((trial) => tryAll(trial, left)))).flat().length;
    process.stdout.write(`${folder}: ${mutants.length - missed} of ${mutants.length} found\n`);
    return missed;
  } finally {
    for (const trial of trials) trial.close();
  }
}

/** Those that the tests don't notice. Each is named, with the test that noticed it. */
async function tryAll(trial: Trial, left: Mutant[]): Promise<Mutant[]> {
  const missed: Mutant[] = [];
  for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
    const failed = await trial.failure(mutant);
    if (failed === undefined) missed.push(mutant);
    const { path, line, is, becomes } = mutant;
    const seen = failed === undefined ? "not noticed" : `noticed by ${failed}`;
    process.stdout.write(`${path}:${line}: ${is} -> ${becomes}: ${seen}\n`);
  }
  return missed;
}

async function mutantsOf(folder: string): Promise<Mutant[]> {
  const glob = new Bun.Glob(`{daemon,db,cli}/${folder}/**/*.{ts,tsx,sql}`);
  const paths = [...glob.scanSync({ cwd: ROOT })].filter((path) => !LEFT_OUT.test(path)).sort();
  if (paths.length === 0) throw new Error(`there is no code in a folder called ${folder}`);
  const isSql = (path: string) => path.endsWith(".sql");
  const read = paths
    .filter(isSql)
    .map(async (path) => sqlMutants(path, await Bun.file(join(ROOT, path)).text()));
  return [...(await Promise.all(read)).flat(), ...(await codeMutants(paths.filter((path) => !isSql(path))))];
}

function choose(mutants: Mutant[], { sample, seed }: Options): Mutant[] {
  const random = createRandom(seed);
  const take = () => mutants.splice(random.between(0, mutants.length - 1), 1);
  return Array.from({ length: Math.min(sample, mutants.length) }, take).flat();
}
