import { newIdempotencyKey } from "../../../../api/call.ts";
import { toast } from "../../../../parts/toast.tsx";
import { BOX } from "../../../../view-words.ts";
import { forget } from "../attached/attach.ts";
import { nextTime } from "../next-time.ts";
import { changeOutbox, changeOutgoing, outboxOf } from "../outbox.ts";
import type { Outgoing } from "../outgoing.ts";
import type { Place } from "../place.ts";
import type { ToSend } from "./body.ts";
import { cancel, drain, takeBackPending } from "./drain.ts";
import { waitsForPerson } from "./kept.ts";
import { putBack } from "./put-back.ts";
import "./resume.ts";

/** For so long, what was sent can be taken back by one key. */
const TAKE_BACK_MS = 5000;

/** Sends what was written at one press, in its order, after what was sent before. */
export function send(place: Place, all: readonly ToSend[]): void {
  const press = newIdempotencyKey();
  endPress(place);
  setTimeout(() => outboxOf(place).last?.name === press && endPress(place), TAKE_BACK_MS);
  const outgoing = all.map(
    (one): Outgoing => ({
      ...{ ...one, key: newIdempotencyKey(), at: nextTime(), press },
      ...{ isUnsure: false, problem: null, accepted: null },
    }),
  );
  changeOutbox(place, ({ pending }) => ({
    pending: [...pending, ...outgoing],
    refused: null,
    last: { name: press, accepted: [] },
  }));
  void drain(place);
}

/** Sends again what is not known to be sent, and what waits behind it: with the same key, so never twice. */
export function sendAgain(place: Place, outgoing: Outgoing): void {
  const { key, at } = outgoing;
  const isLate = waitsForPerson(outgoing, Date.now());
  changeOutgoing(place, key, { problem: null, at: isLate ? nextTime() : at });
  void drain(place);
}

/** Takes back what was sent at the last press: what is not called yet is cancelled, and is in the box again. */
export async function takeBackLast(place: Place): Promise<void> {
  const { last, pending } = outboxOf(place);
  if (last === null) return;
  changeOutbox(place, () => ({ last: null }));
  for (const outgoing of pending)
    if (outgoing.press === last.name && outgoing.accepted === null) void takeBackPending(place, outgoing);
  let late = 0;
  for (const { id, outgoing } of last.accepted) {
    if (await cancel(id)) putBack(place, outgoing);
    else late += 1;
  }
  if (late > 0) toast(last.accepted.length === 1 ? BOX.tooLate : BOX.tooLateFor(late));
}

/** What was accepted is not taken back any more. */
function endPress(place: Place): void {
  const { last } = outboxOf(place);
  if (last === null) return;
  changeOutbox(place, () => ({ last: null }));
  for (const { outgoing } of last.accepted) if (outgoing.file !== null) forget(outgoing.file);
}
