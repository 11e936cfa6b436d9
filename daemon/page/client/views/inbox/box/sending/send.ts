import { type BodyOf, call, newIdempotencyKey } from "../../../../api/call.ts";
import { asProblem, type Problem } from "../../../../api/problem.ts";
import { returnDraft } from "../../../../parts/fields/drafts.ts";
import { sentence } from "../../../../parts/problem.tsx";
import { toast } from "../../../../parts/toast.tsx";
import type { Message } from "../../types.ts";
import { forget, idOf } from "../attached/attach.ts";
import { changeOutbox, type Outgoing, outboxOf } from "../outbox.ts";
import type { Place } from "../place.ts";
import { BOX } from "../words.ts";

/** What was accepted, and where: for what shows the conversation. */
type Accepted = (place: Place, message: Message) => void;
const listeners = new Set<Accepted>();

/** Calls back with each message that is accepted; returns the way to end that. */
export function onAccepted(listener: Accepted): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a message that was accepted without the box. */
export async function showAccepted(place: Place, id: string): Promise<void> {
  const message = await call("GET /v1/messages/{id}", { path: { id } });
  for (const listener of listeners) listener(place, message);
}

export type ToSend = Pick<Outgoing, "text" | "file" | "quoted" | "scheduledAt">;

/** The last step of each place: what is sent first is accepted first. */
const steps = new Map<string, Promise<void>>();
/** Those that are asked for at the moment, and those that were taken back meanwhile. */
const asked = new Set<string>();
const unwanted = new Set<string>();

/** For so long, what was sent can be taken back by one key. */
const TAKE_BACK_MS = 5000;

/** Sends what was written at one press, in its order, after what was sent before. */
export function send(place: Place, all: readonly ToSend[]): void {
  const press = newIdempotencyKey();
  endPress(place);
  setTimeout(() => outboxOf(place).last?.name === press && endPress(place), TAKE_BACK_MS);
  const outgoing = all.map((one): Outgoing => ({ ...one, key: newIdempotencyKey(), press, problem: null }));
  changeOutbox(place, ({ pending }) => ({
    pending: [...pending, ...outgoing],
    refused: null,
    last: { name: press, accepted: [] },
  }));
  for (const one of outgoing) enqueue(place, one);
}

/** Sends again what nobody answered: with the same key, so never twice. */
export function sendAgain(place: Place, outgoing: Outgoing): void {
  setProblem(place, outgoing, null);
  enqueue(place, outgoing);
}

/** Puts back into the box what is not accepted yet. What was asked for already is cancelled as soon as it is accepted. */
export function takeBackPending(place: Place, outgoing: Outgoing): void {
  unwanted.add(outgoing.key);
  if (!asked.has(outgoing.key)) putBack(place, outgoing);
}

/** Takes back what was sent at the last press: what is not called yet is cancelled, and is in the box again. */
export async function takeBackLast(place: Place): Promise<void> {
  const { last, pending } = outboxOf(place);
  if (last === null) return;
  changeOutbox(place, () => ({ last: null }));
  for (const outgoing of pending) if (outgoing.press === last.name) takeBackPending(place, outgoing);
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

/** Puts what was not sent back into the box, its text before what was written there since. */
function putBack(place: Place, outgoing: Outgoing, problem: Problem | null = null): void {
  const { key, text, file, quoted } = outgoing;
  if (text !== "") returnDraft(place, text);
  const returned = file === null ? [] : [{ ...file, problem: problem && sentence(problem.detail) }];
  changeOutbox(place, ({ last, ...before }) => {
    const pending = before.pending.filter((one) => one.key !== key);
    const isOver = last?.accepted.length === 0 && pending.every(({ press }) => press !== last.name);
    return {
      attached: [...before.attached, ...returned],
      quoted: before.quoted ?? quoted,
      refused: problem ?? before.refused,
      pending,
      last: isOver ? null : last,
    };
  });
}

function enqueue(place: Place, outgoing: Outgoing): void {
  const before = steps.get(place.key) ?? Promise.resolve();
  steps.set(
    place.key,
    before.then(() => step(place, outgoing)),
  );
}

async function step(place: Place, outgoing: Outgoing): Promise<void> {
  const { key } = outgoing;
  if (unwanted.delete(key)) return;
  const mediaId = await (outgoing.file === null ? null : idOf(outgoing.file).catch(asProblem));
  // it was taken back while its file was on its way
  if (unwanted.delete(key)) return;
  if (mediaId instanceof Error) return putBack(place, outgoing, mediaId);
  const body = bodyOf(place, outgoing, mediaId);
  asked.add(key);
  try {
    const { id } = await call("POST /v1/messages", { body }, { idempotencyKey: key });
    if (await isTakenBack(key, id)) return putBack(place, outgoing);
    const message = await call("GET /v1/messages/{id}", { path: { id } });
    if (await isTakenBack(key, id)) return putBack(place, outgoing);
    accept(place, outgoing, message);
  } catch (cause) {
    refuse(place, outgoing, asProblem(cause));
  } finally {
    asked.delete(key);
  }
}

/** Whether a message that was just accepted is not wanted any more, and could be cancelled. */
async function isTakenBack(key: string, id: string): Promise<boolean> {
  if (!unwanted.delete(key)) return false;
  const isCancelled = await cancel(id);
  if (!isCancelled) toast(BOX.tooLate);
  return isCancelled;
}

/** Cancels a message; resolves with whether that was in time. */
async function cancel(id: string): Promise<boolean> {
  return await call("POST /v1/messages/{id}/cancel", { path: { id } }).then(
    () => true,
    () => false,
  );
}

function accept(place: Place, outgoing: Outgoing, message: Message): void {
  for (const listener of listeners) listener(place, message);
  const accepted = { id: message.id, outgoing };
  changeOutbox(place, ({ pending, last }) => ({
    pending: pending.filter((one) => one.key !== outgoing.key),
    last: last?.name === outgoing.press ? { ...last, accepted: [...last.accepted, accepted] } : last,
  }));
  if (outgoing.file !== null && outboxOf(place).last?.name !== outgoing.press) forget(outgoing.file);
}

/** The request that sends it; its file, if it has one, is there by an id. */
export function bodyOf(
  { conversationId }: Place,
  { text, file, quoted, scheduledAt }: ToSend,
  mediaId: string | null,
): BodyOf<"POST /v1/messages"> {
  const reply = quoted?.provider_message_id ? { reply_to: { id: quoted.provider_message_id } } : {};
  const common = {
    conversation_id: conversationId,
    ...(scheduledAt !== null && { scheduled_at: scheduledAt }),
  };
  if (file === null) return { ...common, type: "text", content: { body: text, ...reply } };
  const caption = [file.caption, text].filter((one) => one.trim() !== "").join("\n");
  const content = {
    ...{ media_id: mediaId ?? "", ...reply },
    ...(caption !== "" && { caption }),
    ...(file.isVoice && { voice: true }),
  };
  return { ...common, type: file.kind, content };
}

/** Where nobody knows whether it was taken it stays, to be sent again; what was refused is back in the box. */
function refuse(place: Place, outgoing: Outgoing, problem: Problem): void {
  unwanted.delete(outgoing.key);
  if (problem.status === 0 || problem.status >= 500) setProblem(place, outgoing, problem);
  else putBack(place, outgoing, problem);
}

function setProblem(place: Place, { key }: Outgoing, problem: Problem | null): void {
  changeOutbox(place, ({ pending }) => ({
    pending: pending.map((one) => (one.key === key ? { ...one, problem } : one)),
  }));
}
