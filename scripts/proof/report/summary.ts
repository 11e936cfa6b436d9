/** What is kept of each run: a line of JSON in the report's folder. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "../run/run.ts";

export type Summary = {
  at: string;
  commit: string;
  seed: number;
  /** How long the run took, and for how long of that its world was busy. */
  seconds: number;
  busySeconds: number;
  sends: number;
  arrivals: number;
  inbound: number;
  events: number;
  webhooks: number;
  requests: number;
  /** Requests that got no response. */
  unanswered: number;
  /** Messages whose record says that they may have arrived twice, or that nobody knows. */
  unknown: number;
  faults: Record<string, number>;
  /** The first of each promise that was broken, and how many there were. */
  violations: { promise: number; says: string; times: number }[];
};

export function summarize({ plan, history, violations, seconds }: Run, commit: string): Summary {
  const faults = Map.groupBy(history.faults, ({ kind }) => kind);
  const { messages, events } = history.end;
  return {
    ...{ at: new Date().toISOString(), commit, seed: plan.seed, seconds, busySeconds: plan.seconds },
    ...{ sends: history.sends.length, arrivals: history.arrivals.length, inbound: history.written.length },
    ...{ events: events.length, webhooks: history.received.length, requests: history.calls.length },
    unanswered: history.calls.filter(({ status }) => status === null).length,
    unknown: messages.filter(
      ({ possibleDuplicate, error }) => possibleDuplicate || error === "outcome_unknown",
    ).length,
    faults: Object.fromEntries([...faults].map(([kind, those]) => [kind, those.length])),
    violations: [...Map.groupBy(violations, ({ promise }) => promise)].map(([promise, those]) => ({
      ...{ promise, says: those[0]?.says ?? "", times: those.length },
    })),
  };
}

/** Adds a run to those of a folder, and returns all of them. */
export function keep(folder: string, summary: Summary): Summary[] {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "runs.jsonl");
  appendFileSync(file, `${JSON.stringify(summary)}\n`);
  return readRuns(folder);
}

/** The runs of a folder, oldest first. */
export function readRuns(folder: string): Summary[] {
  const file = join(folder, "runs.jsonl");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Summary);
}
