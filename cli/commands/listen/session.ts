import type { LoggedEvent } from "../../lib/api/types/webhooks.ts";
import type { Attempt } from "./forward.ts";

/** An event that came, each time it was forwarded, and how many times it is being so now. */
export type Entry = { event: LoggedEvent; attempts: Attempt[]; underway: number };

/** The shown state of a session. */
export type Session = {
  /** The newest ones, oldest first. */
  entries: readonly Entry[];
  /** The chosen entry's event; null is always the newest. */
  chosen: string | null;
  /** Lines of the details that are scrolled past; null shows the list. */
  scroll: number | null;
  connection: string;
  connected: boolean;
};

export type Key = "up" | "down" | "enter" | "back";

/** Entries that can be looked at and sent again. */
const MOST_ENTRIES = 500;

export const NEW_SESSION: Session = {
  entries: [],
  chosen: null,
  scroll: null,
  connection: "connected",
  connected: true,
};

/** The session with one more event. */
export function withEvent(session: Session, event: LoggedEvent): Session {
  const entries = [...session.entries, { event, attempts: [], underway: 0 }].slice(-MOST_ENTRIES);
  return { ...session, entries };
}

/** The session while an event is forwarded, for the first time or again. */
export function withStart(session: Session, { id }: LoggedEvent): Session {
  return changed(session, id, (entry) => ({ ...entry, underway: entry.underway + 1 }));
}

/** The session with the result of forwarding an event. */
export function withAttempt(session: Session, { id }: LoggedEvent, attempt: Attempt): Session {
  return changed(session, id, ({ event, attempts, underway }) => ({
    event,
    attempts: [...attempts, attempt],
    underway: underway - 1,
  }));
}

function changed(session: Session, id: string, change: (entry: Entry) => Entry): Session {
  const entries = session.entries.map((entry) => (entry.event.id === id ? change(entry) : entry));
  return { ...session, entries };
}

/** Where the chosen entry is among the entries; -1 when there is none. */
export function chosenIndex({ entries, chosen }: Session): number {
  const index = entries.findIndex(({ event }) => event.id === chosen);
  return chosen === null || index === -1 ? entries.length - 1 : index;
}

/** The entry that keys are about. */
export function chosenEntry(session: Session): Entry | undefined {
  return session.entries[chosenIndex(session)];
}

/** The session after a key: moves the choice, or scrolls the details as far as `lastScroll`. */
export function withKey(session: Session, key: Key, lastScroll: number): Session {
  if (key === "back") return { ...session, scroll: null };
  if (session.entries.length === 0) return session;
  if (key === "enter") return { ...session, chosen: chosenEntry(session)?.event.id ?? null, scroll: 0 };
  const step = key === "up" ? -1 : 1;
  if (session.scroll !== null) {
    return { ...session, scroll: Math.max(0, Math.min(lastScroll, session.scroll + step)) };
  }
  const last = session.entries.length - 1;
  const index = Math.min(last, Math.max(0, chosenIndex(session) + step));
  return { ...session, chosen: index === last ? null : (session.entries[index]?.event.id ?? null) };
}
