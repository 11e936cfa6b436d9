import type { Message } from "../types.ts";

/** The part of a conversation that is read: a stretch without a gap, and whether there is more on both sides. */
export type Known = { messages: ReadonlyMap<string, Message>; hasOlder: boolean; hasNewer: boolean };

export const NOTHING: Known = { messages: new Map(), hasOlder: false, hasNewer: false };

/** So many are kept and drawn; what is further away is read again when one comes near it. */
const MOST = 250;

/** What the API answers: newest first. */
type Page = {
  data: readonly Message[];
  meta: { next_cursor: string | null; has_newer?: boolean | undefined };
};

/** A page in place of all that was known. */
export function only({ data, meta }: Page): Known {
  return { messages: byId(data), hasOlder: meta.next_cursor !== null, hasNewer: meta.has_newer === true };
}

/** The page before a message that is known; what is furthest from it is let go. Nothing else is joined to it. */
export function withOlder(known: Known, { data, meta }: Page, before: string): Known {
  if (!known.messages.has(before)) return known;
  const all = sorted(new Map([...known.messages, ...byId(data)]));
  const hasNewer = known.hasNewer || all.length > MOST;
  return { messages: byId(all.slice(0, MOST)), hasOlder: meta.next_cursor !== null, hasNewer };
}

/** The page behind a message that is known. */
export function withNewer(known: Known, { data, meta }: Page, after: string): Known {
  if (!known.messages.has(after)) return known;
  const all = sorted(new Map([...known.messages, ...byId(data)]));
  const hasOlder = known.hasOlder || all.length > MOST;
  return { messages: byId(all.slice(-MOST)), hasOlder, hasNewer: meta.has_newer === true };
}

/**
 * The newest page beside what is known. Who is at the end follows it; for others only what they have read changes, and
 * nothing is let go that they may be looking at.
 */
export function withNewest(known: Known, page: Page, isAtEnd: boolean): Known {
  if (known.messages.size === 0) return only(page);
  if (known.hasNewer) return withChanged(known, page.data);
  const isJoined = page.data.some(({ id }) => known.messages.has(id));
  if (!isJoined) return isAtEnd ? only(page) : { ...known, hasNewer: page.data.length > 0 };
  const joined = new Map([...known.messages, ...byId(page.data)]);
  if (joined.size <= MOST) return { ...known, messages: joined };
  if (isAtEnd) return { ...known, messages: byId(sorted(joined).slice(-MOST)), hasOlder: true };
  return { ...withChanged(known, page.data), hasNewer: true };
}

/** A message that was just accepted: it is the newest, and stands at the end where that is shown. */
export function withSent(known: Known, message: Message): Known {
  if (known.hasNewer) return withChanged(known, [message]);
  return { ...known, messages: new Map([...known.messages, [message.id, message]]) };
}

/** The same messages as they are now; others are left out. */
export function withChanged(known: Known, messages: readonly Message[]): Known {
  const changed = messages.filter(({ id }) => known.messages.has(id));
  return { ...known, messages: new Map([...known.messages, ...byId(changed)]) };
}

/** Oldest first. */
export function sorted(messages: ReadonlyMap<string, Message>): Message[] {
  return [...messages.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

function byId(messages: readonly Message[]): Map<string, Message> {
  return new Map(messages.map((message) => [message.id, message]));
}
