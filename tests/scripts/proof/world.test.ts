/** The parts of `scripts/prove` that need no processes: the plan of a seed, and what is said of a run. */
import { expect, test } from "bun:test";
import type { Violation } from "../../../scripts/lab/proof/checker/violation.ts";
import { historyAround } from "../../../scripts/lab/proof/history/around.ts";
import type { History, Send } from "../../../scripts/lab/proof/history/history.ts";
import { latenciesOf } from "../../../scripts/lab/proof/history/latencies.ts";
import { pausesOf, planFailover } from "../../../scripts/lab/proof/world/failover-plan.ts";
import { planOf } from "../../../scripts/lab/proof/world/plan.ts";
import { cleanHistory } from "./clean-history.ts";

const violation: Violation = {
  promise: 3,
  says: "anna-send-1 arrived 2 times <twice>",
  about: ["anna-send-1"],
};

test("a seed always makes the same plan, another seed another; a failover has one outage after the other", () => {
  expect(planOf(7, 60)).toEqual(planOf(7, 60));
  expect(planOf(7, 60)).not.toEqual(planOf(8, 60));
  const ways = planFailover(7, 240).faults.map((fault) => ("how" in fault ? fault.how : null));
  expect(ways).toEqual(["lost", "switched", "cut"]);
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

test("of a failover it is said how long nothing was accepted, until the end if nothing was any more", () => {
  const history = cleanHistory();
  history.sends = [1000, 2000, 9000, 20_000].map((at) => ({ ...nth(history), accepted: [{ id: "m", at }] }));
  history.faults.push({ at: 1500, until: 12_000, kind: "primary", says: "primary, how lost" });
  history.faults.push({ at: 20_500, until: 26_000, kind: "primary", says: "primary, how cut" });
  expect(pausesOf(history)).toEqual([
    { says: "primary, how lost", longestMs: 7000 },
    { says: "primary, how cut", longestMs: 5500 },
  ]);
});

test("the latency of an organisation is of its own messages: half of all, and all but one in a hundred", () => {
  const history = cleanHistory();
  const send = nth(history);
  const own = Array.from({ length: 100 }, (_, n) => ({
    ...{ ...send, organization: "cyra", text: `cyra-send-${n}`, accepted: [{ id: "m", at: send.at + n }] },
  }));
  history.sends.push(...own);
  expect(latenciesOf(history, "cyra")).toEqual([{ what: "accepted", p50: 49, p99: 98 }]);
  expect(latenciesOf(history, "anna").map(({ what }) => what)).toEqual(["accepted", "on the phone"]);
  expect(latenciesOf(history, "nobody")).toEqual([]);
});

function nth({ sends: [first] }: History): Send {
  if (first === undefined) throw new Error("nothing was sent");
  return first;
}
