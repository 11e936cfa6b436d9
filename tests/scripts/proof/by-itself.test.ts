/** What the checker takes of what is sent by itself, and of what is refused. */
import { expect, test } from "bun:test";
import { check } from "../../../scripts/lab/proof/checker/check.ts";
import { cleanHistory } from "./clean-history.ts";
import { nth } from "./violations.ts";

test("one answer to somebody who wrote while nobody was there keeps the promise", () => {
  const history = cleanHistory();
  history.away.push("anna");
  const text = "anna away m5";
  history.end.messages.push({ ...nth(history.end.messages, 0), id: "m5", text, author: "away" });
  history.arrivals.push({ ...nth(history.arrivals, 0), text });
  expect(check(history, [20])).toEqual([]);
});

test("one confirmation of each STOP and START keeps the promise", () => {
  const history = cleanHistory();
  for (const [n, text] of ["STOP", "START"].entries()) {
    history.words.push({ text, organization: "anna", person: "15550000001", at: 300 });
    const confirmation = `anna opt_out m${n + 5}`;
    const record = {
      ...nth(history.end.messages, 0),
      id: `m${n + 5}`,
      text: confirmation,
      author: "opt_out",
    };
    history.end.messages.push(record);
    history.arrivals.push({ ...nth(history.arrivals, 0), text: confirmation });
  }
  expect(check(history, [20])).toEqual([]);
});

test("a budget without room for one more may refuse it", () => {
  const history = cleanHistory();
  history.calls.push({ ...nth(history.calls, 1), code: "budget_exhausted", until: 500 });
  expect(check(history, [19])).toEqual([]);
});

test("an answer to a message that WhatsApp never got may fail", () => {
  const history = cleanHistory();
  Object.assign(nth(history.end.messages, 0), { status: "failed", error: "message_not_found" });
  Object.assign(nth(history.end.messages, 1), { providerId: null });
  expect(check(history, [1])).toEqual([]);
});

test("a message to somebody who was suppressed until a moment ago may be accepted", () => {
  const history = cleanHistory();
  Object.assign(nth(history.suppressions, 0), { until: 118 });
  Object.assign(nth(history.sends, 1), { accepted: [{ id: "m4", at: 130 }] });
  expect(check(history, [5])).toEqual([]);
});
