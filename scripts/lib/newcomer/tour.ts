/** The whole tour: README and every page, each on a data folder of its own and on one that has been through all. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { linesOf, pagesInOrder } from "./document.ts";
import { OPERATOR_WAYS } from "./operator-ways.ts";
import { type Account, placeIn, settle } from "./place.ts";
import { VALUES } from "./values.ts";
import { startVisit } from "./visit.ts";
import { type Step, walkPage } from "./walk.ts";
import { WAYS } from "./ways.ts";

/** Which data folder a page is walked on. */
export type Round = "new" | "in order" | "after all";

export type Walked = { account: Account; round: Round; page: string; steps: Step[] };

/**
 * Walks the pages as one account, in `folder`; what was on the screen is kept in `kept`, a file for each page.
 * `only` names pages, when not all are wanted.
 */
export async function tour(
  account: Account,
  { folder, kept, rounds, only }: { folder: string; kept: string; rounds: Round[]; only: string[] },
): Promise<Walked[]> {
  await settle(folder, account);
  const checkout = join(folder, "waypost");
  const read = (page: string) => readFileSync(join(checkout, page), "utf8");
  const pages = pagesInOrder(checkout, read("README.md"))
    .filter((page) => only.length === 0 || only.includes(page))
    .filter((page) => linesOf(read(page)).length > 0);
  const walked: Walked[] = [];
  for (const round of rounds)
    for (const page of pages) {
      const data = round === "new" ? `new-${page.replaceAll(/\W/g, "-")}` : "used";
      const screen = openScreen(join(kept, account, round.replaceAll(" ", "-")), page);
      const steps = await visitPage(page, linesOf(read(page)), placeIn(folder, account, data), screen);
      walked.push({ account, round, page, steps });
      process.stdout.write(summary(walked.at(-1)));
    }
  return walked;
}

async function visitPage(
  page: string,
  lines: ReturnType<typeof linesOf>,
  place: ReturnType<typeof placeIn>,
  print: (text: string) => void,
): Promise<Step[]> {
  const startedAt = performance.now();
  const wrong = (heading: string, error: unknown): Step => ({
    ...{ line: "./scripts/up", heading, ms: Math.round(performance.now() - startedAt), outcome: "wrong" },
    says: error instanceof Error ? error.message : String(error),
  });
  let steps: Step[] = [];
  try {
    const visit = await startVisit(place, VALUES, print);
    try {
      steps = await walkPage(page, lines, visit, [...OPERATOR_WAYS, ...WAYS]);
    } finally {
      await visit.close();
    }
    return steps;
  } catch (error) {
    return [...steps, wrong("up", error)];
  }
}

function openScreen(folder: string, page: string): (text: string) => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${page.replaceAll("/", "-")}.txt`);
  if (existsSync(path)) writeFileSync(path, "");
  return (text) => writeFileSync(path, text, { flag: "a", mode: 0o600 });
}

function summary(walked: Walked | undefined): string {
  if (walked === undefined) return "";
  const { account, round, page, steps } = walked;
  const count = (outcome: Step["outcome"]) => steps.filter((step) => step.outcome === outcome).length;
  const seconds = Math.round(steps.reduce((sum, { ms }) => sum + ms, 0) / 1000);
  const wrong = steps.filter(({ outcome }) => outcome === "wrong");
  return [
    `${account}, ${round}: ${page}: ${count("done")} steps, ${count("left")} left to a real installation, ${seconds} s`,
    ...wrong.map(({ line, says }) => `  wrong: ${line.split("\n")[0]}\n         ${says}`),
    "",
  ].join("\n");
}
