/** What the checker excuses with an outage. */
import { expect, test } from "bun:test";
import { check } from "../../../scripts/lab/proof/checker/check.ts";
import { shortageBetween } from "../../../scripts/lab/proof/run/sample.ts";
import { cleanHistory } from "./clean-history.ts";
import { nth } from "./violations.ts";

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

test("a daemon that got no processor may be silent, until a while after", () => {
  const history = cleanHistory();
  history.states = history.states.map((state) => ({ ...state, status: null, until: state.at + 6000 }));
  history.shortages = [{ at: 50_000, until: 51_000 }];
  expect(check(history, [18])).toEqual([]);
  history.shortages = [{ at: 40_000, until: 41_000 }];
  expect(check(history, [18])).toHaveLength(1);
});

test("a shortage is half of the time that a daemon waited for a processor, and no start of another process", () => {
  const before = { ...cleanSample(), at: 1000, waitedMs: 300 };
  expect(shortageBetween(before, { ...before, at: 2000, waitedMs: 900 })).toEqual({ at: 1000, until: 2000 });
  expect(shortageBetween(before, { ...before, at: 2000, waitedMs: 700 })).toBeNull();
  expect(shortageBetween(before, { ...before, at: 2000, waitedMs: 5 })).toBeNull();
});

const cleanSample = () => nth(cleanHistory().samples, 0);
