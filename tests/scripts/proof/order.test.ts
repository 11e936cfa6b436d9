/** Where conversations merge, the checker knows which messages stand in an order. */
import { expect, test } from "bun:test";
import { check } from "../../../scripts/lab/proof/checker/check.ts";
import type { History } from "../../../scripts/lab/proof/history/history.ts";
import { cleanHistory } from "./clean-history.ts";

/** When a webhook says that cv_2 became part of cv_1, as it is in the clean history. */
const MERGED_AT = 312;

/**
 * A message was accepted in one conversation, and another was requested in the next one at `at`, and arrived before it;
 * in the end both are of cv_1.
 */
function overtaken(earlier: string, later: string, at: number): History {
  const history = cleanHistory();
  const { sends, arrivals, end } = history;
  const [send, record, arrival] = [sends[0], end.messages[0], arrivals[0]];
  const queued = end.events.find(({ body }) => body.status === "queued");
  if (!send || !record || !arrival || !queued) throw new Error("the history has too little in it");
  sends.push({ ...send, text: "anna-send-3", at, accepted: [{ id: "m3", at: at + 5 }] });
  end.messages.push({ ...record, id: "m3", text: "anna-send-3" });
  arrivals.unshift({ ...arrival, text: "anna-send-3", order: -1 });
  queued.body.conversation_id = earlier;
  const body = { ...queued.body, message_id: "m3", conversation_id: later };
  end.events.push({ ...queued, id: "evt_9", body });
  return history;
}

test.each([
  ["in one that then became part of the other", overtaken("cv_2", "cv_2", 140)],
  ["in one that had become part of the other's", overtaken("cv_2", "cv_1", MERGED_AT + 1)],
])("two messages are in order: %s", (_, history) => {
  expect(check(history, [4]).map(({ says }) => says)).toEqual([
    "anna-send-3 was requested after anna-send-1 was accepted, and arrived before it",
  ]);
});

test.each([
  ["one in each, before an event says that they are one", overtaken("cv_2", "cv_1", MERGED_AT)],
  ["one in each, which never become one", overtaken("cv_3", "cv_1", MERGED_AT + 1)],
])("two messages are in no order: %s", (_, history) => {
  expect(check(history, [4])).toEqual([]);
});
