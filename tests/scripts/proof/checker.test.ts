/** The checker finds each kind of violation in a history that has it, and nothing in one that has none. */
import { expect, test } from "bun:test";
import { check } from "../../../scripts/proof/checker/check.ts";
import type { History, MessageRecord, Send } from "../../../scripts/proof/history/history.ts";
import { PROMISES, type Promised } from "../../../scripts/proof/promises.ts";
import { readDocument } from "../../docs/documents.ts";
import { cleanHistory } from "./clean-history.ts";

test("a history in which every promise was kept passes", () => {
  expect(check(cleanHistory())).toEqual([]);
});

/** What is planted: the promise that it breaks, what goes wrong, how, and what the checker says. */
const PLANTED: [Promised, string, (history: History) => void, string][] = [
  [1, "a lost commit", ({ end }) => void end.messages.shift(), "anna-send-1 was accepted and has no record"],
  [1, "a message that waits for ever", (history) => set(history, { status: "queued" }), "is still queued"],
  [
    1,
    "a failure without a reason",
    (history) => set(history, { status: "failed" }),
    "failed without a reason",
  ],
  [1, "a failure for nothing", (history) => set(history, { status: "failed", error: "x" }), "can be reached"],
  [2, "a message that was never sent", ({ arrivals }) => void arrivals.pop(), "is read and never arrived"],
  [2, "a report that got lost", (history) => set(history, { status: "sent" }), "was reported read"],
  [2, "a message of nobody", (history) => arrive(history, "anna-send-9"), "nobody has a record of it"],
  [3, "a second send", (history) => arrive(history, "anna-send-1"), "anna-send-1 arrived 2 times"],
  [3, "a second send where none is allowed", sendTwice, "anna-send-1 arrived 2 times"],
  [2, "an unknown outcome of no call", (history) => loseOutcome(history, []), "no call of it was lost"],
  [4, "a message that overtakes", overtake, "anna-send-3 was requested after anna-send-1"],
  [5, "a cancelled message that is sent", cancel, "anna-send-1 was cancelled, and arrived"],
  [
    5,
    "an expired message that is sent",
    (history) => set(history, { status: "failed", error: "expired" }),
    "expired",
  ],
  [5, "a message to somebody suppressed", acceptSecond, "who had been suppressed"],
  [
    6,
    "a status that goes back",
    (history) => set(history, { statuses: ["queued", "read", "sent"] }),
    "went queued",
  ],
  [6, "an event that goes back", ({ end }) => swapSequence(end.events), "events of m1 went"],
  [7, "a change without its event", dropEvent("evt_2"), "its events say queued, sent, read"],
  [7, "a message whose event as sent is missing", dropEvent("evt_5"), "0 events say that it was sent"],
  [7, "an arrival without its event", dropEvent("evt_4"), "anna-write-1 came in, and 0 events"],
  [7, "an event without its change", ({ end }) => void end.messages.pop(), "which has no record"],
  [8, "an event that is never posted", ({ received }) => void received.pop(), "never reached ep_1"],
  [
    8,
    "an event that was refused",
    ({ received }) => change(received[2], { isAccepted: false }),
    "never reached",
  ],
  [
    8,
    "other bytes",
    ({ received }) => void received.push({ ...nth(received, 0), body: "{ }" }),
    "same bytes",
  ],
  [8, "a wrong signature", ({ received }) => change(received[0], { isSigned: false }), "wrong signature"],
  [8, "an event that is not in the log", ({ end }) => void end.events.pop(), "is not in the log"],
  [9, "a gap", ({ readings }) => void readings[0]?.ids.splice(2, 1), "got evt_3 out of order"],
  [
    9,
    "an event twice",
    ({ readings }) => void readings[0]?.ids.splice(2, 0, "evt_1"),
    "got evt_1 a second time",
  ],
  [9, "an end that is missing", ({ readings }) => void readings[0]?.ids.pop(), "never got evt_4"],
  [
    10,
    "two messages of one key",
    ({ sends }) => void sends[0]?.accepted.push({ id: "m9", at: 160 }),
    "made 2",
  ],
  [11, "a lost inbound message", ({ end }) => void end.messages.pop(), "was written and is not there"],
  [
    11,
    "a doubled one",
    ({ end }) => void end.messages.push({ ...nth(end.messages, 1), id: "m3" }),
    "2 times",
  ],
  [11, "one that was set aside", ({ end }) => change(end, { inboundFailed: 1 }), "1 were set aside"],
  [
    12,
    "a person written to twice",
    ({ broadcasts }) => void broadcasts[0]?.people.push("15550000003"),
    "two messages",
  ],
  [
    12,
    "counts that don't add up",
    ({ broadcasts }) => change(broadcasts[0], { audience: 3 }),
    "and counts 2",
  ],
  [12, "a row that is imported twice", ({ imports }) => change(imports[0], { contacts: [1, 2] }), "became 2"],
  [13, "a record shown to others", ({ probes }) => change(probes[0], { status: 200 }), "the answer was 200"],
  [
    13,
    "a webhook that strays",
    ({ endpoints }) => change(endpoints[0], { organization: "bela" }),
    "another organ",
  ],
  [13, "a message of others", (history) => set(history, { organization: "bela" }), "bela has a record"],
  [17, "an orphan", ({ end }) => change(end.conversations[0], { current: null }), "which is not there"],
  [17, "a message of nobody", ({ end }) => change(end.contacts[0], { current: null }), "who is not there"],
  [
    17,
    "a message that its conversation lacks",
    ({ end }) => change(end.conversations[0], { messages: ["m2"] }),
    "is not among the messages",
  ],
  [
    17,
    "a conversation of somebody else",
    ({ end }) => change(end.conversations[0], { contact: "ct_3" }),
    "its conversation is of ct_3",
  ],
  [
    17,
    "a merged contact that leads nowhere",
    ({ end }) => change(end.contacts[1], { current: "ct_2" }),
    "ct_2 became part of ct_1",
  ],
  [
    17,
    "a merged conversation that leads nowhere",
    ({ end }) => change(end.conversations[1], { current: null }),
    "cv_2 became part of cv_1",
  ],
  [
    14,
    "a stale cache of keys",
    ({ calls }) => void calls.push({ ...nth(calls, 0), at: 4500 }),
    "was revoked",
  ],
  [
    15,
    "work left lying",
    ({ end }) => change(end.tables[0], { rows: 2 }),
    "lane_items has 2 rows at the end",
  ],
  [
    15,
    "a leak at the end",
    ({ samples }) => change(samples[0], { connections: 25 }),
    "still has 25 connections",
  ],
  [15, "a leak", ({ samples }) => change(samples[0], { files: 9000 }), "daemon 1 had 9000 files"],
  [
    18,
    "a daemon that isn't ready",
    ({ states }) => change(states[0], { status: 503 }),
    "without an outage: 503",
  ],
  [18, "a silent daemon", ({ states }) => change(states[0], { status: null }), "no answer"],
  [18, "a busy worker", ({ states }) => change(states[0], { worker: "failing" }), "its worker is failing"],
  [16, "a mistake of ours", ({ calls }) => change(calls[1], { status: 500 }), "went wrong on our side"],
  [
    16,
    "an undocumented status",
    ({ calls }) => change(calls[1], { status: 418 }),
    "does not name this status",
  ],
  [
    16,
    "a body that is no error",
    ({ calls }) => change(calls[1], { isWellFormed: false }),
    "not that of an error",
  ],
];

test.each(PLANTED)("promise %i: %s is found and named", (promise, _, plant, says) => {
  const history = cleanHistory();
  plant(history);
  const found = check(history).filter((one) => one.promise === promise);
  expect(found.map((one) => one.says).join("\n")).toContain(says);
});

test("only the promises that are named are looked at", () => {
  const history = cleanHistory();
  set(history, { status: "queued" });
  expect(new Set(check(history, [1, 9]).map(({ promise }) => promise))).toEqual(new Set([1]));
});

test("the page of promises has the same numbers and words, and every promise has a planted violation", async () => {
  const page = await readDocument("docs/promises.md");
  const written = [...page.matchAll(/^\*\*(\d+)\. ([^*]+)\.\*\*/gm)];
  const known = Object.entries(PROMISES);
  expect(Object.fromEntries(written.map(([, number, words]) => [number, words]))).toEqual(
    Object.fromEntries(known),
  );
  expect(new Set(PLANTED.map(([promise]) => String(promise)))).toEqual(
    new Set(known.map(([number]) => number)),
  );
});

function change<Thing extends object>(thing: Thing | undefined, changes: Partial<Thing>): void {
  Object.assign(thing ?? {}, changes);
}

function set({ end }: History, changes: Partial<MessageRecord>): void {
  change(end.messages[0], changes);
}

function nth<Thing>(things: Thing[], index: number): Thing {
  const thing = things[index];
  if (thing === undefined) throw new Error("the history has too little in it");
  return thing;
}

function arrive({ arrivals }: History, text: string): void {
  arrivals.push({ ...nth(arrivals, 0), text, order: arrivals.length });
}

/** Its record admits it, and its channel doesn't. */
function sendTwice(history: History): void {
  history.atMostOnce.push("ch_1");
  set(history, { possibleDuplicate: true });
  arrive(history, "anna-send-1");
}

/** It is asked for long after the start, and never arrives. */
function loseOutcome(history: History, faults: History["faults"]): void {
  change(history.sends[0], { at: 60_000 });
  set(history, { status: "failed", error: "outcome_unknown" });
  Object.assign(history, { faults, arrivals: [], atMostOnce: ["ch_1"] });
  change(history.end, { at: 70_000 });
}

function overtake({ sends, arrivals, end }: History): void {
  const later: Send = { ...nth(sends, 0), text: "anna-send-3", at: 140, accepted: [{ id: "m3", at: 145 }] };
  sends.push(later);
  end.messages.push({ ...nth(end.messages, 0), id: "m3", text: later.text });
  arrivals.unshift({ ...nth(arrivals, 0), text: later.text, order: -1 });
}

function cancel({ cancels }: History): void {
  cancels.push({ text: "anna-send-1", at: 130 });
}

function acceptSecond({ sends }: History): void {
  change(sends[1], { accepted: [{ id: "m4", at: 130 }], refused: null });
}

function swapSequence(events: History["end"]["events"]): void {
  Object.assign(nth(events, 1).body, { sequence: 3 });
  Object.assign(nth(events, 3).body, { sequence: 1 });
}

/** As if the transaction of a change had not written its event. */
function dropEvent(dropped: string) {
  return (history: History) => {
    const remains = ({ id }: { id: string }) => id !== dropped;
    history.end.events = history.end.events.filter(remains);
    history.received = history.received.filter(remains);
    for (const reading of history.readings) reading.ids = reading.ids.filter((id) => id !== dropped);
  };
}
