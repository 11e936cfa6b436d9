/** What happened to a message, as its page lists it, and what is still to come. */
import { expect, test } from "bun:test";
import { type Entry, lifeOf } from "../../../daemon/page/client/views/messages/life.ts";
import type { Message } from "../../../daemon/page/client/views/messages/states.ts";

const AT = "2026-11-29T10:00:00.000Z";
const message = (part: Partial<Message> = {}) =>
  ({
    ...{ status: "sent", waiting_for: null, next_attempt_at: null, scheduled_at: null, expires_at: null },
    ...part,
  }) as Message;
const entry = (part: Partial<Entry>) => ({ at: AT, detail: null, ended_at: null, ...part }) as Entry;

test.each<[Partial<Entry>, string | undefined]>([
  [{ kind: "status", status: "delivered" }, "good"],
  [{ kind: "status", status: "played" }, "good"],
  [{ kind: "status", status: "failed" }, "failed"],
  [{ kind: "status", status: "sent" }, undefined],
  [{ kind: "attempt", attempt: 1, status: "failed" }, "failed"],
  [{ kind: "attempt", attempt: 1, status: "sent", ended_at: AT }, "minor"],
  [{ kind: "event", event_type: "message.sent" }, "minor"],
  [{ kind: "delivery", event_type: "message.sent", status: "exhausted", delivery_id: "dl_1" }, "failed"],
  [{ kind: "delivery", event_type: "message.sent", status: "succeeded", delivery_id: "dl_1" }, "minor"],
])("%j is marked %s", (part, kind) => {
  expect(lifeOf(message(), [entry(part)])[0]?.kind).toBe(kind as never);
});

test("a delivery leads to its own page", () => {
  const part = {
    kind: "delivery",
    event_type: "message.sent",
    status: "failed",
    delivery_id: "dl_1",
  } as const;
  expect(lifeOf(message(), [entry(part)])[0]?.href).toBe("/webhooks/deliveries/dl_1");
});

test("a call says how long it took, never less than nothing", () => {
  const call = (ended_at: string) =>
    lifeOf(message(), [entry({ kind: "attempt", attempt: 2, status: "sent", ended_at })])[0]?.title;
  expect(call("2026-11-29T10:00:01.500Z")).toContain("1,500 ms");
  expect(call("2026-11-29T09:59:00.000Z")).toContain(" 0 ms");
});

test("what waits is not among what happened", () => {
  expect(lifeOf(message(), [entry({ kind: "waiting" })])).toEqual([]);
});

test.each<[Partial<Message>, string[]]>([
  [{ status: "sent", expires_at: AT }, []],
  [{ status: "queued", expires_at: AT }, ["expires"]],
  [{ status: "scheduled", scheduled_at: AT, expires_at: AT }, ["due", "expires"]],
  [{ status: "queued", waiting_for: { until: AT } } as Partial<Message>, ["due"]],
  [{ status: "sending", next_attempt_at: AT }, ["due"]],
])("of %j, %j is to come", (part, keys) => {
  const steps = lifeOf(message(part), []);
  expect(steps.map(({ key }) => key)).toEqual(keys);
  expect(steps.every(({ kind }) => kind === "future")).toBe(true);
});

test("the next attempt is named before what it was scheduled for", () => {
  const [due] = lifeOf(
    message({ status: "queued", next_attempt_at: AT, scheduled_at: "2026-11-28T10:00:00Z" }),
    [],
  );
  expect([due?.at, due?.title]).toEqual([AT, "Next attempt"]);
});
