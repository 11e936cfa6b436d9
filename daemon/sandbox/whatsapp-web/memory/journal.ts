import type { BinaryNode } from "baileys";
import { children } from "../wire/nodes.ts";
import type { Companion } from "./phones.ts";

/** A stanza that a companion sent, without its contents. */
export type Received = {
  at: string;
  number: string;
  device: number;
  tag: string;
  id: string | null;
  to: string | null;
  type: string | null;
  /** With which error it refuses what it got. */
  error: string | null;
  /** The children's names: `participants`, `device-identity`, … */
  parts: string[];
};

/** What companions sent. */
export type Journal = {
  note(from: Companion, stanza: BinaryNode): void;
  /** The latest, oldest first. */
  all(): Received[];
  /** How many there were in all, by tag. */
  counts(): Record<string, number>;
  /** Notes what the server could make nothing of, or failed at. */
  complain(cause: unknown): void;
  /** The latest complaints, oldest first. */
  complaints(): string[];
};

const MOST_STANZAS = 10_000;
const MOST_COMPLAINTS = 100;

/** Keeps the last ten thousand stanzas, and counts all of them. */
export function createJournal(): Journal {
  const stanzas: Received[] = [];
  const counts = new Map<string, number>();
  const complaints: string[] = [];
  return {
    note(from, stanza) {
      counts.set(stanza.tag, (counts.get(stanza.tag) ?? 0) + 1);
      stanzas.push(shown(from, stanza));
      if (stanzas.length >= 2 * MOST_STANZAS) stanzas.splice(0, MOST_STANZAS);
    },
    all: () => stanzas.slice(-MOST_STANZAS),
    counts: () => Object.fromEntries(counts),
    complain(cause) {
      complaints.push(cause instanceof Error ? cause.message : String(cause));
      if (complaints.length > MOST_COMPLAINTS) complaints.shift();
    },
    complaints: () => [...complaints],
  };
}

function shown(from: Companion, stanza: BinaryNode): Received {
  const { tag, attrs } = stanza;
  return {
    at: new Date().toISOString(),
    number: from.account.number,
    device: from.id,
    tag,
    id: attrs.id ?? null,
    to: attrs.to ?? null,
    type: attrs.type ?? attrs.class ?? attrs.xmlns ?? null,
    error: attrs.error ?? null,
    parts: children(stanza).map((part) => part.tag),
  };
}
