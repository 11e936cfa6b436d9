import type { History } from "../history/history.ts";
import { wasOutage } from "./look-ups.ts";
import { type Finding, found } from "./violation.ts";

/**
 * Promise 18: while nothing is wrong, and nothing was a moment ago, every daemon says that it is well. One that gets no
 * processor can't.
 */
export function* checkHealth(history: History): Generator<Finding> {
  const { shortages } = history;
  for (const { at, until, daemon, path, status, worker } of history.states) {
    if (wasOutage(history, at, until) || wasOutage({ faults: shortages }, at, until)) continue;
    const asked = `${daemon} was asked for ${path} at ${at} ms, without an outage`;
    if (status !== 200) yield found(`${asked}: ${status ?? "no answer"}`, daemon);
    else if (worker === "failing") yield found(`${asked}: its worker is failing`, daemon);
  }
}
