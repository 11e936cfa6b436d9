/** `./scripts/newcomer`: reads the command line, and says how the walk went. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { walkFirstPath } from "./first-path.ts";
import type { Account } from "./place.ts";
import { type Round, tour, type Walked } from "./tour.ts";

type Options = { short?: boolean; keep: string; page: string[]; account?: Account; round: Round[] };

const ROUNDS: Round[] = ["new", "in order", "after all"];

const options = new Command("./scripts/newcomer")
  .description("Walk README and every page of docs/, as a newcomer would, in a clone of the last commit.")
  .option("--short", "only the README's own path: up, pair, send, an answer, webhooks, an import, a replay")
  .option("--page <path...>", "only these pages, such as docs/webhooks.md", [])
  .option("--account <account>", "only as root, or only as an ordinary user")
  .option("--round <round...>", `only these rounds: ${ROUNDS.join(", ")}`, ROUNDS)
  .option("--keep <folder>", "where screens and times are kept", ".waypost/newcomer")
  .allowExcessArguments(false)
  .parse()
  .opts<Options>();

const startedAt = performance.now();
try {
  const isWell = options.short ? await walkFirstPath().then(() => true) : await walkAll(options);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  process.stdout.write(isWell ? `\nEverything was as documented, in ${seconds} s.\n` : "");
  process.exitCode = isWell ? 0 : 1;
} catch (error) {
  process.stdout.write(`\n${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
// The timers of waits that are over would keep the process for another minute.
process.exit();

/** Every account, round and page that is asked for; whether each step was as documented. */
async function walkAll({ account, round, page, keep }: Options): Promise<boolean> {
  const kept = resolve(keep);
  const accounts: Account[] = process.getuid?.() === 0 ? ["root", "user"] : ["user"];
  const walked: Walked[] = [];
  for (const one of account === undefined ? accounts : [account]) {
    const folder = mkdtempSync(join(tmpdir(), "waypost-newcomer-"));
    try {
      walked.push(...(await tour(one, { folder, kept, rounds: round, only: page })));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  writeFileSync(join(kept, "times.tsv"), times(walked));
  process.stdout.write(`\nScreens and times are in ${kept}.\n`);
  return walked.every(({ steps }) => steps.every(({ outcome }) => outcome !== "wrong"));
}

/** A line for each step: who, which round, page, seconds, what became of it, the command. */
function times(walked: Walked[]): string {
  const lines = walked.flatMap(({ account, round, page, steps }) =>
    steps.map(({ ms, outcome, line, says }) =>
      [account, round, page, (ms / 1000).toFixed(1), outcome, line.split("\n")[0], says].join("\t"),
    ),
  );
  return `${lines.join("\n")}\n`;
}
