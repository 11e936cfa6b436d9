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

/** All of that as two tables of Markdown. */
export function totalsAsMarkdown(runs: readonly Summary[]): string {
  return [table("total", totals(runs)), table("fault", faultTotals(runs))].join("\n\n");
}

function table(name: string, rows: readonly [string, number][]): string {
  const lines = rows.map(([what, count]) => `| ${what} | ${count.toLocaleString("en")} |`);
  return [`| ${name} | |`, "| --- | ---: |", ...lines].join("\n");
}
