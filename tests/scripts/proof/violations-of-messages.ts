/** Violations of what is promised of messages that are sent. */
import type { History, Send } from "../../../scripts/lab/proof/history/history.ts";
import { arrive, change, nth, type Planted, set } from "./violations.ts";

export const OF_MESSAGES: Planted[] = [
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
  [
    2,
    "an answer to something else",
    ({ arrivals }) => change(arrivals[0], { quotes: "wamid.m1" }),
    "shows wamid.m1",
  ],
  [2, "an answer that shows nothing", ({ arrivals }) => change(arrivals[0], { quotes: null }), "shows null"],
  [
    1,
    "an answer that did not wait for what it answers",
    (history) => set(history, { status: "failed", error: "message_not_found" }),
    "failed with message_not_found",
  ],
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
  [
    10,
    "two messages of one key",
    ({ sends }) => void sends[0]?.accepted.push({ id: "m9", at: 160 }),
    "made 2",
  ],
];

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
