/** `./scripts/prove planted`: plants bugs in copies of the checkout, and says after how many seeds each was found. */
import { join } from "node:path";
import { Command, Option } from "commander";
import { PLANTED_BUGS, type PlantedBug } from "./bugs.ts";
import { copyCheckout } from "./copy.ts";

type Options = { bug: string[]; seeds: string; seconds: string };

const names = PLANTED_BUGS.map(({ name }) => name);
const { bug, seeds, seconds } = new Command("./scripts/prove planted")
  .description("Plant bugs in copies of this checkout, one at a time, and look whether prove finds each.")
  .addOption(new Option("--bug <name...>", "only these bugs").choices(names).default(names, "all"))
  .option("--seeds <count>", "after how many seeds a bug counts as not found", "20")
  .option("--seconds <count>", "how long each world is busy", "40")
  .allowExcessArguments(false)
  .parse()
  .opts<Options>();

/** The run of a seed. */
let running: Bun.Subprocess | null = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, async () => {
    running?.kill("SIGTERM");
    await running?.exited;
    process.exit(130);
  });
for (const planted of PLANTED_BUGS.filter(({ name }) => bug.includes(name)))
  if (!(await find(planted))) process.exitCode = 1;

/** Runs seeds in a copy with the bug until one breaks a promise, and says so; whether one did. */
async function find(planted: PlantedBug): Promise<boolean> {
  const { folder, remove } = await copyCheckout(planted);
  process.once("exit", remove);
  for (let seed = 1; seed <= Number(seeds); seed++) {
    const broken = await firstBroken(folder, seed);
    if (broken === null) continue;
    say(`${planted.name}: found by seed ${seed} (${planted.says})\n${broken}`);
    remove();
    return true;
  }
  say(`${planted.name}: NOT found in ${seeds} seeds (${planted.says})`);
  remove();
  return false;
}

/** The first violation of a seed, as it says it; null when it kept every promise. Throws when it could not be run. */
async function firstBroken(folder: string, seed: number): Promise<string | null> {
  const words = ["--seed", String(seed), "--seconds", seconds, "--report", join(folder, "proof")];
  const child = Bun.spawn([process.execPath, "--no-env-file", "scripts/lab/proof/main.ts", ...words], {
    ...{ cwd: folder, stdin: "ignore", stdout: "pipe", stderr: "inherit" },
  });
  running = child;
  const printed = await child.stdout.text();
  if ((await child.exited) === 0) return null;
  const [violation] = / +promise \d+: .*\n.*/.exec(printed) ?? [];
  if (violation === undefined) throw new Error(`seed ${seed} could not be run: ${printed}`);
  return violation;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
