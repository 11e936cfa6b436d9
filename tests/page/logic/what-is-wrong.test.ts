/** What is wrong, in words, where a state is shown: of an endpoint, a broadcast, and the messages of a conversation. */
import { expect, test } from "bun:test";
import { whyItStands } from "../../../daemon/page/client/views/broadcasts/why-it-stands.ts";
import { commonReason } from "../../../daemon/page/client/views/inbox/thread/reasons.ts";
import { troubleOf } from "../../../daemon/page/client/views/webhooks/trouble.ts";

const AT = "2026-11-29T10:00:00.000Z";
const attempts = (failed: number, succeeded: number) => [
  ...Array.from({ length: failed }, () => ({ status: "failed" as const })),
  ...Array.from({ length: succeeded }, () => ({ status: "succeeded" as const })),
];
const fine = { enabled: true, failing_since: null, resumes_at: null };

test.each([
  ["one that rests", { ...fine, resumes_at: AT }, attempts(6, 0), /tried again/],
  ["one that fails", { ...fine, failing_since: AT }, attempts(1, 0), /since/],
  ["one whose attempts fail a third of the time", fine, attempts(2, 4), /^2 of the last 6/],
  ["one that fails less often", fine, attempts(2, 5), null],
  ["one of few attempts", fine, attempts(2, 3), null],
  ["one that was never called", fine, [], /never called/],
  ["one of which nothing is read yet", fine, undefined, null],
  ["one that is switched off", { ...fine, enabled: false, failing_since: AT }, [], null],
] as const)("an endpoint: %s", (_, endpoint, tried, words) => {
  const trouble = troubleOf(endpoint, tried);
  if (words === null) expect(trouble).toBeNull();
  else expect(trouble).toMatch(words);
});

const wait = (reason: "disconnected" | "behind") => ({
  ...{ reason, detail: "the channel is disconnected", until: null },
});
const running = { status: "running", starts_at: null, window: null, stopped_by: null } as const;
const stopped = { rule: "budget", detail: "The budget is spent.", continues_at: AT };

test.each([
  ["that sends", running, null, null],
  ["whose messages wait in turn", running, wait("behind"), null],
  ["whose number is away", running, wait("disconnected"), /^The channel is disconnected\.$/],
  ["that has hours", { ...running, window: { from: "09:00", to: "18:00" } }, null, /09:00–18:00/],
  ["that begins later", { ...running, status: "scheduled", starts_at: AT }, null, /begins by itself/],
  ["that a rule stopped for a time", { ...running, stopped_by: stopped }, null, /goes on by itself/],
  ["that is over", { ...running, status: "completed" }, null, null],
] as const)("a broadcast: %s", (_, report, waits, words) => {
  const why = whyItStands({ ...report, counts: { waiting: 3 } }, waits);
  if (words === null) expect(why).toBeNull();
  else expect(why).toMatch(words);
});

const ours = { direction: "outbound", status: "queued", possible_duplicate: false, channel_id: "c" } as const;
const waiting = { ...ours, error: null, waiting_for: wait("disconnected") };
const sent = { ...ours, status: "sent", error: null, waiting_for: null } as const;
const theirs = { ...sent, direction: "inbound" } as const;

test.each([
  ["the same of several, with the number", [waiting, theirs, waiting], "c"],
  ["of one alone", [sent, waiting], null],
  ["of earlier ones, where the last went out", [waiting, waiting, sent], null],
  ["of none", [], null],
] as const)("messages that wait: %s", (_, messages, channelId) => {
  expect(commonReason(messages)?.channelId ?? null).toBe(channelId);
});
