import { useSyncExternalStore } from "react";
import { Problem } from "../../../api/problem.ts";
import { pendingName } from "../../../parts/fields/drafts.ts";
import type { FileKind } from "../../../parts/files/words.ts";
import type { Message } from "../types.ts";
import type { Place } from "./place.ts";
import { BOX } from "./words.ts";

/** A file that is to be sent. */
export type Attached = {
  key: string;
  file: Pick<File, "name" | "type" | "size">;
  /** What the daemon has to be sent of it; null of a file that it has. */
  bytes: File | null;
  /** Its address, to look at it before. */
  url: string;
  kind: FileKind;
  isVoice: boolean;
  caption: string;
  /** The part of it that the daemon has, from 0 to 1. */
  share: number;
  /** Why it can't be sent. */
  problem: string | null;
};

/** What was sent and is not accepted yet. */
export type Outgoing = {
  key: string;
  /** What was sent at one press has the same. */
  press: string;
  text: string;
  file: Attached | null;
  quoted: Message | null;
  scheduledAt: string | null;
  /** Why nobody knows whether it was taken. */
  problem: Problem | null;
};

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
  const pending = keptPending(key);
  const outbox = pending.length === 0 ? EMPTY : { ...EMPTY, pending };
  boxes.set(key, outbox);
  return outbox;
}

/** Changes an outbox, and has what shows it drawn again. */
export function changeOutbox(place: Place, make: (before: Outbox) => Partial<Outbox>): void {
  const before = outboxOf(place);
  const outbox = { ...before, ...make(before) };
  boxes.set(place.key, outbox);
  if (outbox.pending !== before.pending) keepPending(place.key, outbox.pending);
  for (const listener of listeners) listener();
}

/** A part of an outbox; what is made of it has to be the same while nothing changes. */
export function useOutbox<Made>(place: Place, make: (outbox: Outbox) => Made): Made {
  return useSyncExternalStore(subscribe, () => make(outboxOf(place)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Keeps the texts that are on their way for as long as their tab: reloaded, it does not know whether they were taken,
 * and with their keys they are never sent twice. Files are not kept.
 */
function keepPending(place: string, pending: readonly Outgoing[]): void {
  const texts = pending.filter(({ file }) => file === null);
  try {
    if (texts.length === 0) sessionStorage.removeItem(pendingName(place));
    else sessionStorage.setItem(pendingName(place), JSON.stringify(texts));
  } catch {
    // then they last as long as the page
  }
}

/** What was on its way in this tab when its page was left. */
function keptPending(place: string): readonly Outgoing[] {
  try {
    const texts: Outgoing[] = JSON.parse(sessionStorage.getItem(pendingName(place)) ?? "[]");
    return texts.map((one) => ({ ...one, problem: new Problem(0, "unconfirmed", BOX.unconfirmed) }));
  } catch {
    return [];
  }
}
