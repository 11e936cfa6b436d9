import type { Conversation } from "../../../lib/api/types/conversations.ts";
import { given } from "../../../lib/values/given.ts";
import type { Move } from "./keys.ts";

/** Which conversations are listed. */
export type ListFilter = {
  q: string;
  unread: boolean;
  /** Only those whose person waits for an answer. */
  unanswered: boolean;
  status: (typeof listStatuses)[number] | null;
};

/** Contacted: open, but only broadcasts and programs have written so far. Archived: whatever else they are. */
export const listStatuses = ["open", "snoozed", "closed", "contacted", "archived"] as const;

/** What the API is asked for a filter. A search finds those who were only contacted, and those that are archived, too. */
export function queryOf({ q, unread, unanswered, status }: ListFilter) {
  const isContacted = status === "contacted";
  const isArchived = status === "archived";
  return given({
    q: q === "" ? undefined : q,
    unread: unread || undefined,
    unanswered: unanswered || undefined,
    status: isContacted ? "open" : isArchived ? undefined : (status ?? undefined),
    contacted: isContacted || (status === "open" && q === "" ? false : undefined),
    archived: isArchived || (status !== null && q === "" ? false : undefined),
  });
}

/**
 * The conversations as far as they were read: those that are unread, then the others, each time the one with the newest
 * message first. A person who wrote stays above everybody that a campaign wrote to since.
 */
export type ConversationList = {
  rows: readonly Conversation[];
  /** Whether more are unread than are here. */
  moreUnread: boolean;
  /** Where the rest begins; null when all are here. */
  next: string | null;
  /** The chosen one's id; the first where it is null, or gone. */
  chosen: string | null;
};

export const NO_LIST: ConversationList = { rows: [], moreUnread: false, next: null, chosen: null };

type Page = { data: readonly Conversation[]; meta: { next_cursor: string | null } };

/**
 * The list with its first page, and the first of what is unread, as they are now. What later pages had stays, unless
 * so much came meanwhile that some would be missing in between.
 */
export function withFirstPage(list: ConversationList, page: Page, unread: Page): ConversationList {
  const { rows, ...rest } = withNewest(list, page);
  const known = new Set(unread.data.map(({ id }) => id));
  const others = rows.filter(({ id }) => !known.has(id));
  return {
    ...rest,
    rows: [...unread.data, ...others.sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1))],
    moreUnread: unread.meta.next_cursor !== null,
    chosen: list.chosen ?? unread.data[0]?.id ?? rest.chosen,
  };
}

function withNewest(list: ConversationList, { data, meta }: Page): ConversationList {
  const { moreUnread } = list;
  const end = data.at(-1);
  // the choice stays with its conversation when others come before it
  const chosen = list.chosen ?? data[0]?.id ?? null;
  if (meta.next_cursor === null) return { moreUnread, chosen, rows: data, next: null };
  // a search that ended before it found any: what it finds later is there already
  if (end === undefined)
    return list.rows.length > 0 ? list : { moreUnread, chosen, rows: data, next: meta.next_cursor };
  const shown = new Set(data.map(({ id }) => id));
  if (!list.rows.some(({ id }) => shown.has(id)))
    return { moreUnread, chosen, rows: data, next: meta.next_cursor };
  const older = list.rows.filter((row) => !shown.has(row.id) && placeOf(row) < placeOf(end));
  return { moreUnread, chosen, rows: [...data, ...older], next: list.next };
}

/** The list with a page more. */
export function withNextPage(list: ConversationList, { data, meta }: Page): ConversationList {
  const known = new Set(list.rows.map(({ id }) => id));
  const rows = [...list.rows, ...data.filter(({ id }) => !known.has(id))];
  return { ...list, chosen: list.chosen ?? rows[0]?.id ?? null, rows, next: meta.next_cursor };
}

/** The list with one conversation as it is now. */
export function withConversation(list: ConversationList, conversation: Conversation): ConversationList {
  return { ...list, rows: list.rows.map((row) => (row.id === conversation.id ? conversation : row)) };
}

/** Where the chosen conversation is; 0 when there is none. */
export function chosenIndex({ rows, chosen }: ConversationList): number {
  return chosen === null
    ? 0
    : Math.max(
        0,
        rows.findIndex(({ id }) => id === chosen),
      );
}

export function chosenConversation(list: ConversationList): Conversation | undefined {
  return list.rows[chosenIndex(list)];
}

/** The list after a key that moves the choice; a page is so many rows. */
export function withMove(list: ConversationList, move: Move, page: number): ConversationList {
  const steps = { up: -1, down: 1, "page up": -page, "page down": page };
  const last = list.rows.length - 1;
  const index =
    move === "first"
      ? 0
      : move === "last"
        ? last
        : Math.max(0, Math.min(last, chosenIndex(list) + steps[move]));
  return { ...list, chosen: list.rows[index]?.id ?? null };
}

function placeOf({ last_message }: Conversation): string {
  return last_message?.id ?? "";
}
