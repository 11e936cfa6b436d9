import type { History } from "../history/history.ts";
import { type Finding, found } from "./violation.ts";

/** A daemon that starts, or whose connections were lost, has this long until it has to be well. */
const GRACE_MS = 15_000;

/** Promise 18: while nothing is wrong, and nothing was a moment ago, every daemon says that it is well. */
export function* checkHealth({ states, faults }: History): Generator<Finding> {
  const outages = [{ at: 0, until: 0 }, ...faults];
  for (const { at, until, daemon, path, status, worker } of states) {
    if (outages.some((outage) => outage.at <= until && at <= outage.until + GRACE_MS)) continue;
    const asked = `${daemon} was asked for ${path} at ${at} ms, without an outage`;
    if (status !== 200) yield found(`${asked}: ${status ?? "no answer"}`, daemon);
    else if (worker === "failing") yield found(`${asked}: its worker is failing`, daemon);
  }
}
