/** What is not accepted yet: what an answer says of it, how it is kept, and what goes first. */
import { expect, test } from "bun:test";
import { Problem } from "../../../daemon/page/client/api/problem.ts";
import type { Outgoing } from "../../../daemon/page/client/views/inbox/box/outgoing.ts";
import {
  asKept,
  fromKept,
  nextOf,
  withOne,
} from "../../../daemon/page/client/views/inbox/box/sending/kept.ts";
import { verdictOf } from "../../../daemon/page/client/views/inbox/box/sending/verdict.ts";

const DAY_MS = 24 * 3_600_000;

const outgoing = (key: string, part: Partial<Outgoing> = {}): Outgoing => ({
  ...{ key, at: 1, press: "one press", text: "Hello", file: null, quoted: null, scheduledAt: null },
  ...{ isUnsure: false, problem: null, accepted: null, ...part },
});

test.each([
  // a first attempt
  [0, "unreachable", false, "again"],
  [408, "unknown", false, "again"],
  [409, "idempotency_in_progress", false, "again"],
  [500, "internal_error", false, "again"],
  [502, "unknown", false, "again"],
  [503, "database_unavailable", false, "again"],
  [0, "unreadable_file", false, "back"],
  [400, "invalid_json", false, "back"],
  [401, "unauthorized", false, "back"],
  [403, "forbidden", false, "back"],
  [404, "unknown_conversation", false, "back"],
  [409, "window_closed", false, "back"],
  [413, "too_large", false, "back"],
  [422, "invalid_body", false, "back"],
  [429, "rate_limited", false, "back"],
  // one after an attempt that nobody answered: it may have been taken
  [0, "unreachable", true, "again"],
  [429, "rate_limited", true, "again"],
  [503, "database_unavailable", true, "again"],
  [401, "another_user", true, "stays"],
  [403, "forbidden", true, "stays"],
  [404, "unknown_conversation", true, "stays"],
  [422, "scheduled_in_the_past", true, "stays"],
] as const)("%i %s after an attempt without an answer (%p): %s", (status, code, isUnsure, verdict) => {
  expect(verdictOf({ status, code }, isUnsure)).toBe(verdict);
});

test("what is kept comes back as it was sent", () => {
  const sent = outgoing("a", { text: "Ünïcode 🙂\n/ho", scheduledAt: "2026-12-01T09:00:00Z" });
  expect(fromKept(asKept(sent))).toEqual(sent);
  expect(fromKept(asKept({ ...sent, isUnsure: true }))?.isUnsure).toBe(true);
  const problem = new Problem(0, "unreachable", "the daemon can't be reached", "Check the network.");
  expect(fromKept(asKept({ ...sent, problem }))?.problem).toEqual(problem);
  const quoted = { id: "msg_1", provider_message_id: "wamid.1" } as Outgoing["quoted"];
  expect(fromKept(asKept({ ...sent, quoted }))?.quoted).toEqual(quoted);
  expect(fromKept(`{"key":"a","at":1,"text":"Hello","quoted":"msg_1"}`)?.quoted).toBeNull();
});

test.each([
  null,
  "",
  "no JSON",
  "null",
  "[]",
  "7",
  `{"key":"a","at":"yesterday","text":"Hello"}`,
  `{"key":"a","at":1,"text":""}`,
  `{"key":7,"at":1,"text":"Hello"}`,
])("what is no answer is left out: %p", (kept) => {
  expect(fromKept(kept)).toBeNull();
});

test("where it is not known whether it was asked for, it may have been", () => {
  expect(fromKept(`{"key":"a","at":1,"text":"Hello"}`)).toMatchObject({ isUnsure: true, press: "a" });
});

test("nothing overtakes what can be sent", () => {
  const unreachable = new Problem(0, "unreachable", "the daemon can't be reached");
  const [first, second] = [outgoing("a", { problem: unreachable }), outgoing("b", { at: 2 })];
  expect(nextOf([first, second], 3)?.key).toBe("a");
  expect(nextOf([{ ...first, accepted: "msg_1" }, second], 3)?.key).toBe("b");
});

test("what waits for a person holds up nobody", () => {
  const refused = new Problem(422, "window_closed", "the window is closed");
  const old = outgoing("a");
  const stays = outgoing("b", { at: DAY_MS, problem: refused });
  const fresh = outgoing("c", { at: DAY_MS });
  expect(nextOf([old, stays, fresh], DAY_MS + 1)?.key).toBe("c");
  expect(nextOf([old, stays], DAY_MS + 1)).toBeNull();
});

test("what was refused because there were too many goes again by itself", () => {
  const problem = new Problem(429, "rate_limited", "too many requests");
  expect(nextOf([outgoing("a", { isUnsure: true, problem })], 2)?.key).toBe("a");
});

test("what another tab sends stands at its time, as that tab knows it", () => {
  const problem = new Problem(0, "unreachable", "the daemon can't be reached");
  const pending = [outgoing("a", { at: 1 }), outgoing("c", { at: 3 })];
  const joined = withOne(
    withOne(pending, outgoing("b", { at: 2 })),
    outgoing("c", { at: 3, isUnsure: true, problem }),
  );
  expect(joined.map(({ key }) => key)).toEqual(["a", "b", "c"]);
  expect(joined[2]).toMatchObject({ isUnsure: true, problem });
});
