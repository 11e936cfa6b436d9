/** The report: a page with the totals of all runs, plots of faults and of runs, and every violation. */
import { PROMISES, type Promised } from "../promises.ts";
import { bars, columns } from "./plots.ts";
import type { Summary } from "./summary.ts";

/** The page as HTML; it needs nothing from elsewhere. */
export function page(runs: readonly Summary[]): string {
  const faults = totalFaults(runs);
  const broken = runs.filter(({ violations }) => violations.length > 0);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Waypost: outages</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 3rem auto; padding: 0 1rem; color: #1c1c1c }
table { border-collapse: collapse } td, th { padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top }
td.number { text-align: right; font-variant-numeric: tabular-nums } svg { display: block; margin: 1rem 0; max-width: 100% }
</style>
<h1>Outages, and what was promised</h1>
<p>${escaped(verdict(runs, broken.length))}</p>
<h2>Totals</h2>
<table>${totals(runs).map(row).join("\n")}</table>
<h2>Faults by kind</h2>
${bars([...faults].toSorted(([, one], [, other]) => other - one))}
<h2>Messages in each run</h2>
${columns(runs.map(({ seed, sends, violations }) => ({ name: `seed ${seed}`, value: sends, isBad: violations.length > 0 })))}
<h2>Violations</h2>
${broken.length === 0 ? "<p>None.</p>" : `<table>${broken.flatMap(violationRows).join("\n")}</table>`}
</html>
`;
}

/** The totals in words, for a terminal or a table. */
export function totals(runs: readonly Summary[]): [string, number][] {
  const sum = (of: (run: Summary) => number) => runs.reduce((total, run) => total + of(run), 0);
  return [
    ["seeds", new Set(runs.map(({ seed }) => seed)).size],
    ["runs", runs.length],
    ["minutes", Math.round(sum(({ seconds }) => seconds) / 60)],
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

function totalFaults(runs: readonly Summary[]): Map<string, number> {
  const total = new Map<string, number>();
  for (const { faults } of runs)
    for (const [kind, count] of Object.entries(faults)) total.set(kind, (total.get(kind) ?? 0) + count);
  return total;
}

function verdict(runs: readonly Summary[], broken: number): string {
  if (broken === 0) return `In ${runs.length} runs every promise was kept.`;
  return `In ${broken} of ${runs.length} runs a promise was broken.`;
}

function row([name, value]: [string, number]): string {
  return `<tr><td>${escaped(name)}</td><td class="number">${value.toLocaleString("en")}</td></tr>`;
}

function violationRows({ seed, commit, at, violations }: Summary): string[] {
  return violations.map(({ promise, says }) => {
    const words = `${promise}. ${PROMISES[promise as Promised]}`;
    const where = `seed ${seed}<br>${escaped(commit.slice(0, 10))}<br>${escaped(at.slice(0, 16))}`;
    return `<tr><td>${where}</td><td><b>${escaped(words)}</b><br>${escaped(says)}</td></tr>`;
  });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
