/** What the checker excuses with an outage. */
import { expect, test } from "bun:test";
import { check } from "../../../scripts/proof/checker/check.ts";
import { cleanHistory } from "./clean-history.ts";

test.each([
  ["just after the start", 10_000, []],
  ["during an outage", 60_000, [{ at: 59_000, until: 61_000 }]],
  ["when an outage begins before the answer", 60_000, [{ at: 60_005, until: 90_000 }]],
  ["just after an outage", 60_000, [{ at: 40_000, until: 50_000 }]],
])("a daemon may say that it is unwell: %s", (_, at, outages) => {
  const history = cleanHistory();
  history.states = history.states.map((state) => ({ ...state, at, until: at + 10, status: 503 }));
  history.faults = outages.map((outage) => ({ ...outage, kind: "kill", says: "kill" }));
  expect(check(history, [18])).toEqual([]);
});

test("a run that stood still itself can't say that a daemon was silent", () => {
  const history = cleanHistory();
  history.states = history.states.map((state) => ({ ...state, status: null, until: state.at + 7800 }));
  expect(check(history, [18])).toEqual([]);
  history.states = history.states.map((state) => ({ ...state, until: state.at + 6010 }));
  expect(check(history, [18])).toHaveLength(1);
});
