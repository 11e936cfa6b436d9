/** The parts of `scripts/prove` that need no processes: the plan of a seed, the search for fewer faults, the report. */
import { expect, test } from "bun:test";
import type { Violation } from "../../../scripts/proof/checker/violation.ts";
import { historyAround } from "../../../scripts/proof/history/around.ts";
import { summarize } from "../../../scripts/proof/report/summary.ts";
import { reportOf } from "../../../scripts/proof/report/totals.ts";
import { shrink } from "../../../scripts/proof/run/shrink.ts";
import { type Plan, planOf } from "../../../scripts/proof/world/plan.ts";
import { cleanHistory } from "./clean-history.ts";

const violation: Violation = {
  promise: 3,
  says: "anna-send-1 arrived 2 times <twice>",
  about: ["anna-send-1"],
};

test("a seed always makes the same plan, another seed another", () => {
  expect(planOf(7, 60)).toEqual(planOf(7, 60));
  expect(planOf(7, 60)).not.toEqual(planOf(8, 60));
});

test("of all faults, those remain without which the promise is kept", async () => {
  const plan = planOf(7, 60);
  const needed = [plan.faults[3]?.id, plan.faults[6]?.id];
  const run = async (tried: Plan) => {
    const isBroken = needed.every((id) => tried.faults.some((fault) => fault.id === id));
    return {
      plan: tried,
      history: cleanHistory(),
      violations: isBroken ? [violation] : [],
      seconds: 1,
      logs: {},
    };
  };
  const smallest = await shrink(await run(plan), 3, { run, say: () => {}, mostRuns: 100 });
  expect(smallest.plan.faults.map(({ id }) => id)).toEqual(needed as number[]);
});

test("the history around a violation has what concerns it, by its text and its id, and the faults of that time", () => {
  const history = cleanHistory();
  history.faults.push({ at: 120, until: 140, kind: "kill", says: "kill, daemon 1" });
  history.faults.push({ at: 50_000, until: 51_000, kind: "cut", says: "cut, daemon 2" });
  const lines = historyAround(history, violation).join("\n");
  for (const part of ["asked to send anna-send-1", "answered 201", "FAULT kill", "arrived at", "message_id"])
    expect(lines).toContain(part);
  for (const part of ["anna-write-1", "FAULT cut"]) expect(lines).not.toContain(part);
});

test("the report counts runs and faults, and names what was broken", () => {
  const history = cleanHistory();
  history.faults.push({ at: 120, until: 140, kind: "kill", says: "kill, daemon 1" });
  const plan = planOf(7, 60);
  const run = { plan, history, violations: [violation], seconds: 90, logs: {} };
  const report = reportOf([summarize(run, "c0ffee"), summarize({ ...run, violations: [] }, "c0ffee")]);
  expect(report).toContain("| runs | 2 |");
  expect(report).toContain("| runs that broke a promise | 1 |");
  expect(report).toContain("| kill | 2 |");
  expect(report).toContain("Seed 7 at c0ffee");
  expect(report).toContain("    anna-send-1 arrived 2 times <twice>");
});
