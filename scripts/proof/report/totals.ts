/** What all runs of a report come to. */
import { PROMISES, type Promised } from "../promises.ts";
import type { Summary } from "./summary.ts";

/** A seed that keeps its world busy for so long counts as a whole one. */
const WHOLE_SECONDS = 120;

/** The totals in words, for a terminal or a page. */
export function totals(runs: readonly Summary[]): [string, number][] {
  const sum = (of: (run: Summary) => number) => runs.reduce((total, run) => total + of(run), 0);
  const seedsOf = (those: readonly Summary[]) => new Set(those.map(({ seed }) => seed)).size;
  return [
    ["seeds", seedsOf(runs)],
    ["seeds of two minutes", seedsOf(runs.filter(({ busySeconds }) => busySeconds >= WHOLE_SECONDS))],
    ["runs", runs.length],
    ["hours", Math.round(sum(({ seconds }) => seconds) / 360) / 10],
    ["messages sent", sum(({ sends }) => sends)],
    ["messages on phones", sum(({ arrivals }) => arrivals)],
    ["messages that came in", sum(({ inbound }) => inbound)],
    ["events", sum(({ events }) => events)],
    ["webhooks received", sum(({ webhooks }) => webhooks)],
    ["requests", sum(({ requests }) => requests)],
    ["requests without a response", sum(({ unanswered }) => unanswered)],
    ["messages of unknown outcome", sum(({ unknown }) => unknown)],
    ["faults", sum(({ faults }) => Object.values(faults).reduce((one, other) => one + other, 0))],
    ["runs that broke a promise", runs.filter(({ violations }) => violations.length > 0).length],
  ];
}

/** How many faults of each kind there were, most first. */
function faultTotals(runs: readonly Summary[]): [string, number][] {
  const total = new Map<string, number>();
  for (const { faults } of runs)
    for (const [kind, count] of Object.entries(faults)) total.set(kind, (total.get(kind) ?? 0) + count);
  return [...total].toSorted(([, one], [, other]) => other - one);
}

/** All of that as Markdown: the totals, the faults, and what broke a promise, the latest first. */
export function reportOf(runs: readonly Summary[]): string {
  const broken = runs.toReversed().flatMap(violationsOf);
  return [table("total", totals(runs)), table("fault", faultTotals(runs)), ...broken].join("\n\n");
}

/** A paragraph for each promise that a run broke, with the first violation that was found. */
function violationsOf({ seed, commit, at, violations }: Summary): string[] {
  return violations.map(({ promise, says, times }) => {
    const more = times > 1 ? `, and ${times - 1} more` : "";
    const where = `Seed ${seed} at ${commit.slice(0, 10)}, ${at.slice(0, 16).replace("T", " ")} UTC`;
    return `${where}, promise ${promise}: ${PROMISES[promise as Promised]}\n\n    ${says}${more}`;
  });
}

function table(name: string, rows: readonly [string, number][]): string {
  const lines = rows.map(([what, count]) => `| ${what} | ${count.toLocaleString("en")} |`);
  return [`| ${name} | |`, "| --- | ---: |", ...lines].join("\n");
}
