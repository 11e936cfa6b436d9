import { HEALTH_PATIENCE_MS, type History, type State } from "../history/history.ts";
import { wasOutage } from "./look-ups.ts";
import { type Finding, found } from "./violation.ts";

/** So late, the run itself stood still: nobody was there to hear an answer. */
const LATE_MS = 500;

/** Promise 18: while nothing is wrong, and nothing was a moment ago, every daemon says that it is well. */
export function* checkHealth(history: History): Generator<Finding> {
  for (const { at, until, daemon, path, status, worker } of history.states) {
    if (wasOutage(history, at, until) || wasHeldUp({ at, until, status })) continue;
    const asked = `${daemon} was asked for ${path} at ${at} ms, without an outage`;
    if (status !== 200) yield found(`${asked}: ${status ?? "no answer"}`, daemon);
    else if (worker === "failing") yield found(`${asked}: its worker is failing`, daemon);
  }
}

function wasHeldUp({ at, until, status }: Pick<State, "at" | "until" | "status">): boolean {
  return status === null && until - at > HEALTH_PATIENCE_MS + LATE_MS;
}
