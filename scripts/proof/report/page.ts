/** The report: a page with the totals of all runs, plots of faults and of runs, and every violation. */
import { PROMISES, type Promised } from "../promises.ts";
import { bars, columns } from "./plots.ts";
import type { Summary } from "./summary.ts";
import { faultTotals, totals } from "./totals.ts";

const STYLE = `
:root { color-scheme: light dark; --text: #1c1c1c; --faint: #666; --line: #ddd; --page: #fff; --good: #2f6f4f; --bad: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6e6; --faint: #a0a0a0; --line: #3a3a3a; --page: #161616; --good: #5fb98a; --bad: #f2776b }
}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color: var(--text); background: var(--page) }
h2 { margin-top: 2.5rem } .faint { color: var(--faint) } .bad { color: var(--bad) }
.totals { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 1rem; margin: 0 }
.totals dt { color: var(--faint) } .totals dd { margin: 0; font-size: 1.4rem; font-variant-numeric: tabular-nums }
.violation { border-top: 1px solid var(--line); padding: .6rem 0; overflow-wrap: anywhere } .violation p { margin: 0 }
svg { display: block; width: 100%; height: auto; margin: 1rem 0; fill: var(--text) }
svg .good { fill: var(--good) } svg .bad { fill: var(--bad) } svg .faint { fill: var(--faint) }`;

/** The page as HTML; it needs nothing from elsewhere. */
export function page(runs: readonly Summary[]): string {
  const broken = runs.filter(({ violations }) => violations.length > 0);
  const drawn = runs.map(({ seed, sends, violations }) => ({
    ...{ name: `seed ${seed}`, value: sends, isBad: violations.length > 0 },
  }));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waypost: outages</title><style>${STYLE}</style></head><body>
<h1>Outages, and what was promised</h1>
<p>${verdict(runs, broken.length)} ${period(runs)}</p>
<h2>Totals</h2>
<dl class="totals">${totals(runs).map(total).join("\n")}</dl>
<h2>Faults by kind</h2>
${bars(faultTotals(runs))}
<h2>Messages in each run</h2>
<p class="faint">A column for each run, the oldest first; in red, those that broke a promise.</p>
${columns(drawn)}
<h2>Violations</h2>
${broken.length === 0 ? "<p>None.</p>" : broken.toReversed().flatMap(violationsOf).join("\n")}
</body></html>
`;
}

function verdict(runs: readonly Summary[], broken: number): string {
  if (broken === 0) return `In ${runs.length} runs every promise was kept.`;
  return `In <b class="bad">${broken} of ${runs.length}</b> runs a promise was broken.`;
}

function period(runs: readonly Summary[]): string {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return "";
  return `<span class="faint">${minuteOf(first.at)} to ${minuteOf(last.at)} UTC</span>`;
}

function total([name, value]: [string, number]): string {
  return `<div><dt>${escaped(name)}</dt><dd>${value.toLocaleString("en")}</dd></div>`;
}

/** One paragraph for each promise that a run broke, with the first that was found. */
function violationsOf({ seed, commit, at, violations }: Summary): string[] {
  return violations.map(({ promise, says, times }) => {
    const words = `${promise}. ${PROMISES[promise as Promised]}`;
    const more = times > 1 ? ` <span class="faint">and ${times - 1} more</span>` : "";
    const where = `seed ${seed}, ${escaped(commit.slice(0, 10))}, ${minuteOf(at)} UTC`;
    return `<div class="violation"><p><b>${escaped(words)}</b></p><p>${escaped(says)}${more}</p>
<p class="faint">${where}</p></div>`;
  });
}

/** `2026-11-23T08:46:14.123Z` as `2026-11-23 08:46`. */
function minuteOf(time: string): string {
  return escaped(time.slice(0, 16).replace("T", " "));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
