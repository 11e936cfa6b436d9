/** `./scripts/prove planted`: plants bugs in copies of the checkout, and says after how many seeds each was found. */
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { PLANTED_BUGS, type PlantedBug } from "./bugs.ts";
import { type Copy, copyCheckout } from "./copy.ts";

/** The exit code of what was interrupted, as shells have it. */
const INTERRUPTED = 130;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

type Options = { seed: number; seeds: number; seconds: number };

const command = new Command("./scripts/prove planted")
  .description("Plant bugs in copies of this checkout, one at a time, and look whether prove finds each.")
  .argument(
    "[names...]",
    `which bugs (default: all): ${PLANTED_BUGS.map(({ name }) => name).join(", ")}`,
    named,
    [],
  )
  .option("--seed <number>", "the first seed", whole, 1)
  .option("--seeds <count>", "after how many seeds a bug counts as not found", whole, 20)
  .option("--seconds <count>", "how long each world is busy", whole, 40)
  .parse();

const [wanted]: PlantedBug[][] = command.processedArgs;
const bugs = wanted?.length ? wanted : PLANTED_BUGS;
let missed = 0;
/** The run of a seed. */
let running: Bun.Subprocess | null = null;
for (const one of bugs) if (!(await find(one, command.opts<Options>()))) missed += 1;
process.exit(missed === 0 ? 0 : 1);

/** Runs seeds in a copy with the bug until one breaks a promise, and says so; whether one did. */
async function find(planted: PlantedBug, { seed, seeds, seconds }: Options): Promise<boolean> {
  const copy = await copyCheckout(planted);
  const interrupted = async () => {
    running?.kill("SIGTERM");
    await running?.exited;
    copy.remove();
    process.exit(INTERRUPTED);
  };
  for (const signal of SIGNALS) process.on(signal, interrupted);
  try {
    for (let n = 0; n < seeds; n++) {
      const broken = await firstBroken(copy, seed + n, seconds);
      if (broken === null) continue;
      say(`${planted.name}: found by seed ${n + 1} (${planted.says})\n${broken}`);
      return true;
    }
    say(`${planted.name}: NOT found in ${seeds} seeds (${planted.says})`);
    return false;
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    copy.remove();
  }
}

/** The first violation of a seed, as it says it; null when it kept every promise. Throws when it could not be run. */
async function firstBroken({ folder }: Copy, seed: number, seconds: number): Promise<string | null> {
  const words = ["--seed", String(seed), "--seconds", String(seconds), "--report", join(folder, "proof")];
  const child = Bun.spawn([process.execPath, "--no-env-file", "scripts/proof/main.ts", ...words], {
    ...{ cwd: folder, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  });
  running = child;
  const [printed, complaints, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  if (code === 0) return null;
  const [violation] = / +promise \d+: .*\n.*/.exec(printed) ?? [];
  if (violation === undefined) throw new Error(`seed ${seed} could not be run: ${printed}${complaints}`);
  return violation;
}

function named(name: string, before: PlantedBug[]): PlantedBug[] {
  const found = PLANTED_BUGS.find((one) => one.name === name);
  if (found === undefined) throw new InvalidArgumentError("it is none of those that --help names");
  return [...before, found];
}

function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("a whole number");
  return Number(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
