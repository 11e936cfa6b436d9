import { call, userHeader } from "../../../../api/call.ts";
import { asProblem, type Problem } from "../../../../api/problem.ts";
import { draftKey } from "../../../../parts/fields/drafts.ts";
import { toast } from "../../../../parts/toast.tsx";
import { BOX } from "../../../../view-words.ts";
import { forget, idOf } from "../attached/attach.ts";
import { forgetAttached } from "../attached/keeping-files.ts";
import { changeOutbox, changeOutgoing, followOtherTab, outboxOf } from "../outbox.ts";
import type { Outgoing } from "../outgoing.ts";
import type { Place } from "../place.ts";
import { showAccepted } from "./accepted.ts";
import { bodyOf } from "./body.ts";
import { isKept } from "./keeping.ts";
import { nextOf, waitsForPerson } from "./kept.ts";
import { putBack } from "./put-back.ts";
import { verdictOf } from "./verdict.ts";

/** Who wrote is soon told that nobody answers: asking again is safe. */
const PATIENCE_MS = 9000;

/** The places from which something is being sent in this tab, and whether something came to them meanwhile. */
const draining = new Map<string, boolean>();
/** Those that are asked for at the moment, and those that were taken back meanwhile. */
const asked = new Set<string>();
const unwanted = new Set<string>();

/** Sends what waits at a place, in its order, until something of it can't be sent now. */
export async function drain(place: Place): Promise<void> {
  const isRunning = draining.has(place.key);
  draining.set(place.key, isRunning);
  if (isRunning) return;
  let goesOn = true;
  while (goesOn || draining.get(place.key)) {
    draining.set(place.key, false);
    const next = nextOf(outboxOf(place).pending, Date.now());
    goesOn = next !== null && (await step(place, next));
  }
  draining.delete(place.key);
}

/** Whether something is being sent from a place at the moment, in this tab. */
export function isDraining({ key }: Place): boolean {
  return draining.has(key);
}

/** Takes back what is on its way: at once, or as soon as it is known whether it is accepted. */
export async function takeBackPending(place: Place, { key }: Outgoing): Promise<void> {
  if (asked.has(key)) {
    unwanted.add(key);
    return;
  }
  // another tab may be asking for it
  await inTurn(place, async () => {
    const outgoing = waiting(place, key);
    if (outgoing !== null) putBack(place, outgoing);
  });
}

/** Cancels a message; resolves with whether that was in time. */
export async function cancel(id: string): Promise<boolean> {
  return await call("POST /v1/messages/{id}/cancel", { path: { id } }).then(
    () => true,
    () => false,
  );
}

/** Two tabs of a user never send from the same place at once; where browsers lend no locks, the key keeps it single. */
async function inTurn<Value>(place: Place, work: () => Promise<Value>): Promise<Value> {
  if (navigator.locks === undefined) return await work();
  return await navigator.locks.request(`waypost-sending ${place.key}`, work);
}

/** Sends one; resolves with whether the next may follow. */
async function step(place: Place, { key, file }: Outgoing): Promise<boolean> {
  // another user of this browser sends nothing in the name of the one before
  if (!place.key.startsWith(draftKey(userHeader()["waypost-user"] ?? "", ""))) return false;
  const mediaId = await (file === null ? null : idOf(place, file).catch(asProblem));
  return await inTurn(place, async () => {
    const outgoing = waiting(place, key);
    if (outgoing === null) return true;
    if (!(mediaId instanceof Error)) return await ask(place, outgoing, mediaId);
    if (verdictOf(mediaId, false) === "again") return holdBack(place, mediaId);
    putBack(place, outgoing, mediaId);
    return true;
  });
}

/** What still waits; null when it was taken back, or another tab has sent it. */
function waiting(place: Place, key: string): Outgoing | null {
  const outgoing = outboxOf(place).pending.find((one) => one.key === key && one.accepted === null);
  if (outgoing === undefined) return null;
  if (isKept(place.key, outgoing) !== false) return outgoing;
  followOtherTab(place, key, null);
  return null;
}

async function ask(place: Place, outgoing: Outgoing, mediaId: string | null): Promise<boolean> {
  const { key } = outgoing;
  asked.add(key);
  // before it is asked for: the page may be gone when it is answered
  changeOutgoing(place, key, { isUnsure: true });
  try {
    const { id } = await call(
      "POST /v1/messages",
      { body: bodyOf(place, outgoing, mediaId) },
      { idempotencyKey: key, patienceMs: PATIENCE_MS },
    );
    asked.delete(key);
    await accept(place, outgoing, id);
    return true;
  } catch (cause) {
    asked.delete(key);
    return refuse(place, outgoing, asProblem(cause));
  }
}

/** That it was accepted decides; whether it can be read as well does not. */
async function accept(place: Place, outgoing: Outgoing, id: string): Promise<void> {
  const { key, file, press } = outgoing;
  if (unwanted.delete(key)) {
    if (await cancel(id)) return putBack(place, outgoing);
    toast(BOX.tooLate);
  }
  if (file !== null) forgetAttached(file.key);
  changeOutgoing(place, key, { accepted: id, problem: null });
  changeOutbox(place, ({ last }) => ({
    last: last?.name === press ? { ...last, accepted: [...last.accepted, { id, outgoing }] } : last,
  }));
  if (await showAccepted(place, id)) followOtherTab(place, key, null);
  if (file !== null && outboxOf(place).last?.name !== press) forget(file);
}

/** What was refused is back in the box; where nobody knows whether it was taken it stays. */
function refuse(place: Place, { key, ...outgoing }: Outgoing, problem: Problem): boolean {
  const verdict = verdictOf(problem, outgoing.isUnsure);
  if (unwanted.delete(key) || verdict === "back") {
    putBack(place, { key, ...outgoing }, verdict === "back" ? problem : null);
    return true;
  }
  if (verdict === "stays") {
    changeOutgoing(place, key, { problem });
    return true;
  }
  return holdBack(place, problem);
}

/** What waits at a place is tried again later, and says until then why; the next may not follow. */
function holdBack(place: Place, problem: Problem): false {
  changeOutbox(place, ({ pending }) => ({
    pending: pending.map((one) => (waitsForPerson(one, Date.now()) ? one : { ...one, problem })),
  }));
  return false;
}
