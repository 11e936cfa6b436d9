/** The promises of messages that are sent, but for their order. */
import type { MessageRecord } from "../history/end.ts";
import type { History } from "../history/history.ts";
import { reportedBy } from "../world/habits.ts";
import { answersNothing, checkAnswers } from "./answers.ts";
import {
  acceptedSends,
  arrivalsByText,
  eventsByMessage,
  recordsByText,
  SENT,
  statusesInEvents,
  wasOutage,
} from "./look-ups.ts";
import { type Finding, found } from "./violation.ts";

const UNFINISHED = ["queued", "scheduled", "sending"];
/** With these a message may fail although its recipient can be reached. */
const EXCUSED = ["expired", "outcome_unknown"];
/** To these, a message is expected to fail. */
const UNREACHABLE = ["undeliverable"];
const RANKS: Record<string, number> = { scheduled: 0, queued: 1, sending: 2, sent: 3, delivered: 4, read: 5 };

/** Promise 1: what was accepted has a record, which has come to an end, and says why if it failed. */
export function* checkKept(history: History): Generator<Finding> {
  const isOfNothing = answersNothing(history);
  for (const { send, id, record } of acceptedSends(history)) {
    const { text, person, habit } = send;
    if (record === undefined) yield found(`${text} was accepted and has no record`, text, id);
    else if (UNFINISHED.includes(record.status))
      yield found(`${text} is still ${record.status} at the end`, text, id);
    else if (record.status !== "failed") continue;
    else if (record.error === null) yield found(`${text} failed without a reason`, text, id);
    else if (record.error === "message_not_found" && isOfNothing(send)) continue;
    else if (!EXCUSED.includes(record.error) && !UNREACHABLE.includes(habit))
      yield found(`${text} failed with ${record.error}, though ${person} can be reached`, text, id);
  }
}

/**
 * Promise 2: what is said to be sent is on the person's phone, what is on the phone is said to be sent, and the status
 * is the furthest that was reported.
 */
export function* checkRecords(history: History): Generator<Finding> {
  const arrived = arrivalsByText(history);
  for (const { send, id, record } of acceptedSends(history)) {
    if (record === undefined) continue;
    const isThere = arrived.has(send.text);
    const expected = reportedBy(send.habit);
    if (SENT.includes(record.status) && !isThere)
      yield found(`${send.text} is ${record.status} and never arrived`, send.text, id);
    else if (isThere && expected !== null && record.status !== expected && !isLeftOpen(record))
      yield found(
        `${send.text} was reported ${expected}, and its record says ${record.status}`,
        send.text,
        id,
      );
  }
  const known = new Set(history.end.messages.map(({ text }) => text));
  for (const { text } of history.arrivals)
    if (!known.has(text)) yield found(`${text} arrived, and nobody has a record of it`, text);
  yield* checkUnknown(history);
  yield* checkAnswers(history);
}

/** Where nothing is sent again, an outcome is unknown only if a call began: it arrived, or an outage kept it from that. */
function* checkUnknown(history: History): Generator<Finding> {
  const arrived = arrivalsByText(history);
  const updates = eventsByMessage(history, "message.status_update");
  for (const { send, id, record } of acceptedSends(history)) {
    if (record?.error !== "outcome_unknown" || !history.atMostOnce.includes(send.channel)) continue;
    const failure = updates.get(id)?.find(({ body }) => body.status === "failed");
    if (!arrived.has(send.text) && !wasOutage(history, send.at, failure?.at ?? history.end.at))
      yield found(`${send.text} failed with outcome_unknown, and no call of it was lost`, send.text, id);
  }
}

/** Nobody knew whether it had arrived; or it did although it was cancelled, which is another promise's. */
function isLeftOpen({ status, error }: MessageRecord): boolean {
  return status === "cancelled" || error !== null;
}

/**
 * Promise 3: a message is on a phone once; more often only where its record says that this may be, and its channel
 * allows it.
 */
export function* checkOnce(history: History): Generator<Finding> {
  const admitting = history.end.messages.filter(
    ({ possibleDuplicate, channel }) => possibleDuplicate && !history.atMostOnce.includes(channel),
  );
  const admitted = new Set(admitting.map(({ text }) => text));
  for (const [text, { length }] of arrivalsByText(history))
    if (length > 1 && !admitted.has(text))
      yield found(`${text} arrived ${length} times, and its record admits nothing`, text);
}

/** Promise 5: what was cancelled, has expired, or was for somebody who is suppressed, reaches nobody. */
export function* checkFinal(history: History): Generator<Finding> {
  const arrived = arrivalsByText(history);
  for (const { text } of history.cancels)
    if (arrived.has(text)) yield found(`${text} was cancelled, and arrived`, text);
  for (const { send, id, record } of acceptedSends(history))
    if ((record?.status === "cancelled" || record?.error === "expired") && arrived.has(send.text))
      yield found(
        `the record of ${send.text} says that it was cancelled or expired, and it arrived`,
        send.text,
        id,
      );
  for (const { organization, person, at, until } of history.suppressions)
    for (const send of history.sends)
      if (
        send.organization === organization &&
        send.person === person &&
        send.at > at &&
        send.at < until &&
        send.accepted.length > 0
      )
        yield found(`${send.text} was accepted for ${person}, who had been suppressed`, send.text, person);
}

/** Promise 6: neither the record's history nor the events of a message ever go back; a failure may be corrected. */
export function* checkForward(history: History): Generator<Finding> {
  for (const { id, text, statuses } of history.end.messages)
    if (goesBack(statuses)) yield found(`the record of ${text} went ${statuses.join(", ")}`, text, id);
  for (const [id, statuses] of statusesInEvents(history))
    if (goesBack(statuses)) yield found(`events of ${id} went ${statuses.join(", ")}`, id);
}

/** After a failure anything may come but a wait; otherwise every status is above the one before. */
function goesBack(statuses: readonly string[]): boolean {
  return statuses.some((status, index) => {
    const before = statuses[index - 1];
    if (before === undefined) return false;
    if (before === "failed") return (RANKS[status] ?? 0) < 3;
    if (before === "cancelled") return true;
    if (status === "cancelled") return (RANKS[before] ?? 0) > 2;
    if (status === "failed") return before === "read";
    return (RANKS[status] ?? -1) <= (RANKS[before] ?? -1);
  });
}

/** Promise 10: every acceptance of one send names one message, and there is one record of it. */
export function* checkIdempotency(history: History): Generator<Finding> {
  const records = recordsByText(history, "outbound");
  for (const { text, idempotencyKey, accepted } of history.sends) {
    const ids = new Set([...accepted, ...(records.get(text) ?? [])].map(({ id }) => id));
    if (ids.size > 1)
      yield found(`the key ${idempotencyKey} made ${ids.size} messages of ${text}`, text, ...ids);
  }
}
