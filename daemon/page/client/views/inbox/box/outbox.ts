import { useSyncExternalStore } from "react";
import type { Problem } from "../../../api/problem.ts";
import type { Message } from "../types.ts";
import type { Attached, Outgoing } from "./outgoing.ts";
import { type Place, placeOf } from "./place.ts";
import { isKept, keepOrForget, keptAt } from "./sending/keeping.ts";
import { withOne } from "./sending/kept.ts";

/** What was sent last, while it can be taken back. */
export type Press = { name: string; accepted: readonly { id: string; outgoing: Outgoing }[] };

/** What is in a box besides its text, and what left it. */
export type Outbox = {
  attached: readonly Attached[];
  quoted: Message | null;
  pending: readonly Outgoing[];
  /** Why the last one is back in the box. */
  refused: Problem | null;
  last: Press | null;
};

const EMPTY: Outbox = { attached: [], quoted: null, pending: [], refused: null, last: null };
/** They outlast the conversation that is shown: what was sent there goes its way when another one is opened. */
const boxes = new Map<string, Outbox>();
const listeners = new Set<() => void>();

export function outboxOf({ key }: Place): Outbox {
  const known = boxes.get(key);
  if (known !== undefined) return known;
  const pending = keptAt(key);
  const outbox = pending.length === 0 ? EMPTY : { ...EMPTY, pending };
  boxes.set(key, outbox);
  if (pending.length > 0) askBeforeLeaving();
  return outbox;
}

/** Changes an outbox, and has what shows it drawn again. */
export function changeOutbox(place: Place, make: (before: Outbox) => Partial<Outbox>): void {
  const before = outboxOf(place);
  const outbox = { ...before, ...make(before) };
  boxes.set(place.key, outbox);
  if (outbox.pending !== before.pending) {
    keepOrForget(place.key, before.pending, outbox.pending);
    askBeforeLeaving();
  }
  for (const listener of listeners) listener();
}

/** Changes one thing that is on its way, where it still is. */
export function changeOutgoing(place: Place, key: string, part: Partial<Outgoing>): void {
  changeOutbox(place, ({ pending }) => ({
    pending: pending.map((one) => (one.key === key ? { ...one, ...part } : one)),
  }));
}

/** Takes over what another tab of this browser did with an answer; null: it was sent, or is in the box again. */
export function followOtherTab(place: Place, key: string, kept: Outgoing | null): void {
  changeOutbox(place, ({ pending }) => ({
    pending: kept === null ? pending.filter((one) => one.key !== key) : withOne(pending, kept),
  }));
}

/** Whether something that was written there is known not to be sent. */
export function isUnsent({ pending, refused }: Outbox): boolean {
  return refused !== null || pending.some(({ problem, accepted }) => problem !== null && accepted === null);
}

/** A part of an outbox; what is made of it has to be the same while nothing changes. */
export function useOutbox<Made>(place: Place, make: (outbox: Outbox) => Made): Made {
  return useSyncExternalStore(onOutbox, () => make(outboxOf(place)));
}

/** The places of which the outbox is such, of those that were looked at. */
export function placesOf(isSuch: (outbox: Outbox) => boolean): Place[] {
  return [...boxes].filter(([, outbox]) => isSuch(outbox)).map(([key]) => placeOf(key));
}

/** Hears that something changed, in whatever outbox. */
export function onOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The browser asks before it leaves while something is not sent. */
function askBeforeLeaving(): void {
  const isWaiting = [...boxes.values()].some(({ pending }) =>
    pending.some(({ accepted }) => accepted === null),
  );
  if (isWaiting) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
}

function ask(event: BeforeUnloadEvent): void {
  const isWanted = ([place, { pending }]: [string, Outbox]) =>
    pending.some((one) => one.accepted === null && isKept(place, one) !== false);
  if ([...boxes].some(isWanted)) event.preventDefault();
}
