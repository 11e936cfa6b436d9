/** Violations of what is promised of events, people and the service itself. */
import type { MessageRecord } from "../../../scripts/lab/proof/history/end.ts";
import type { History } from "../../../scripts/lab/proof/history/history.ts";
import { change, nth, type Planted, set } from "./violations.ts";

export const OF_OTHERS: Planted[] = [
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
    17,
    "somebody who shared their number, and is somebody else",
    (history) => set(history, { contact: "ct_3" }),
    "15550000002 shared 15550000001, and both are ct_1 and ct_3",
  ],
  [
    19,
    "a message that was bought and not counted",
    ({ budgets }) => change(budgets[0], { spent: 0 }),
    "says that 0 are spent",
  ],
  [
    19,
    "a message that was given back and still counts",
    (history) => set(history, { status: "failed", error: "expired" }),
    "0 messages cost 0.1 each",
  ],
  [19, "more than there is", ({ budgets }) => change(budgets[0], { amount: 0.05 }), "and bg_1 has 0.05"],
  [
    19,
    "a refusal while there is room",
    ({ calls }) => change(calls[1], { code: "budget_exhausted", until: 90 }),
    "when 0 of 1 were bought",
  ],
  [20, "somebody who gets no answer", ({ away }) => void away.push("anna"), "anna-write-1 got no answer"],
  [20, "an answer twice", (history) => answerByItself(history, ["m5", "m6"]), "cv_1 got 2 answers"],
  [
    20,
    "an answer that waits for ever",
    (history) => answerByItself(history, ["m5"], { status: "queued" }),
    "is queued at the end",
  ],
  [
    20,
    "an answer that was never sent",
    (history) => answerByItself(history, ["m5"]),
    "is read and never arrived",
  ],
  [
    20,
    "a STOP that nobody confirms",
    ({ words }) => void words.push({ text: "STOP", organization: "anna", person: "15550000001", at: 300 }),
    "was confirmed 0 times",
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

function answerByItself({ end }: History, ids: string[], more: Partial<MessageRecord> = {}): void {
  for (const id of ids)
    end.messages.push({ ...nth(end.messages, 0), id, text: `anna away ${id}`, author: "away", ...more });
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
