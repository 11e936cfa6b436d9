/** What of an organisation's events somebody is notified of, and in which words. */
import type { PushEvent } from "../../db/push/subscriptions.ts";
import { beginningOf } from "../lib/characters.ts";
import type { Wants } from "./wants.ts";

/** What a browser shows: one of the same tag takes the place of the one before. */
export type Notice = { tag: string; title: string; body: string; path: string };

/** Whose notices these are. */
export type Reader = { userId: string; wants: Wants; mayRead: (permission: string) => boolean };

export type Wanted = {
  /** Conversations with a note that mentions the user. */
  mentions: ReadonlySet<string>;
  /** Conversations in which somebody wrote or called. */
  written: ReadonlySet<string>;
  /** What needs nothing more to be said. */
  notices: readonly Notice[];
};

type Body = Record<string, unknown>;
type Teller = (body: Body, reader: Reader) => { mention: string } | { written: string } | Notice | null;

/** More than these are said in one line. */
const MOST = 5;
/** A push service takes 4 KiB, encrypted. */
const LONGEST_TITLE = 100;
const LONGEST_BODY = 300;

const written = ({ conversation_id }: Body) =>
  typeof conversation_id === "string" ? { written: conversation_id } : null;

/** By type of event. What is not here says nothing. */
const TELLERS: Readonly<Record<string, Teller>> = {
  "message.new": (body, { wants }) =>
    wants.messages === "none" || body.direction !== "inbound" ? null : written(body),
  "call.missed": (body, { wants }) => (wants.messages === "none" ? null : written(body)),
  "call.status_update": (body, { wants }) => {
    const isMissed =
      body.direction === "inbound" && body.message_id !== null && !(Number(body.duration_seconds) > 0);
    return wants.messages === "none" || !isMissed ? null : written(body);
  },
  "conversation.note_created": ({ mentions, author, conversation_id }, { userId }) => {
    const isMeant = Array.isArray(mentions) && mentions.includes(userId) && author !== userId;
    return isMeant && typeof conversation_id === "string" ? { mention: conversation_id } : null;
  },
  "channel.logged_out": (body, reader) => ofNumber(body, reader, "A number is logged out", body.reason),
  "channel.status_changed": (body, reader) => {
    if (body.status === "restricted")
      return ofNumber(body, reader, "WhatsApp restricts a number", body.reason);
    const isAsked = typeof body.reason === "string" && body.reason.startsWith("passkey_");
    return isAsked ? ofNumber(body, reader, "A pairing waits for a passkey", null) : null;
  },
  "channel.health_changed": (body, reader) =>
    body.level === "critical" ? ofNumber(body, reader, "A number is in bad health", body.advice) : null,
  "budget.warned": (body, reader) => ofBudget(body, reader, "A budget is nearly spent"),
  "budget.exhausted": (body, reader) => ofBudget(body, reader, "A budget is spent"),
};

/** The types of events of which somebody may be notified. */
export const TYPES: readonly string[] = Object.keys(TELLERS);

/** What of these events a reader wants to know. */
export function wantedOf(events: readonly PushEvent[], reader: Reader): Wanted {
  const mentions = new Set<string>();
  const inConversations = new Set<string>();
  const notices = new Map<string, Notice>();
  for (const { type, channel_id, body } of events) {
    if (channel_id !== null && reader.wants.quiet_channels.includes(channel_id)) continue;
    const told = TELLERS[type]?.(JSON.parse(body) as Body, reader) ?? null;
    if (told === null) continue;
    if ("mention" in told) mentions.add(told.mention);
    else if ("written" in told) inConversations.add(told.written);
    else notices.set(told.tag, told);
  }
  return { mentions, written: inConversations, notices: [...notices.values()] };
}

function ofNumber({ channel_id }: Body, reader: Reader, title: string, text: unknown): Notice | null {
  const { wants, mayRead } = reader;
  if (!wants.numbers || !mayRead("channels:read")) return null;
  return cut({ tag: `number ${channel_id}`, title, body: asText(text), path: `channels/${channel_id}` });
}

function ofBudget(body: Body, { wants, mayRead }: Reader, title: string): Notice | null {
  if (!wants.budgets || !mayRead("costs:read")) return null;
  const text = `${body.spent} of ${body.amount} ${body.currency} this ${body.period}`;
  return cut({ tag: `budget ${body.budget_id}`, title, body: text, path: "budgets" });
}

/** A conversation as its reader would see it. */
export type SeenConversation = {
  id: string;
  assignee_id: string | null;
  unread_count: number;
  name: string;
  text: string;
};

/** The notices of these conversations, the first ones one by one, and the others in one line. */
export function conversationNotices(
  conversations: readonly SeenConversation[],
  { mentions }: Pick<Wanted, "mentions">,
  { userId, wants }: Reader,
): Notice[] {
  const meant = conversations.filter(({ id }) => mentions.has(id));
  const others = conversations.filter(
    ({ id, assignee_id, unread_count }) =>
      !mentions.has(id) && unread_count > 0 && isTheirs(wants.messages, assignee_id, userId),
  );
  const said = [
    ...meant.map((one) => noticeOf(one, `mention ${one.id}`, `You are mentioned: ${one.name}`, wants)),
    ...others.slice(0, MOST).map((one) => noticeOf(one, one.id, one.name, wants)),
  ];
  const more = others.length - MOST;
  if (more <= 0) return said;
  const title = `${more} more ${more === 1 ? "conversation" : "conversations"}`;
  return [...said, { tag: "more", title, body: "Somebody wrote in each of them.", path: "inbox" }];
}

function isTheirs(messages: Wants["messages"], assignee: string | null, userId: string): boolean {
  if (assignee === userId) return messages !== "none";
  return messages === "all" || (messages === "mine_and_unassigned" && assignee === null);
}

function noticeOf(
  { id, text }: SeenConversation,
  tag: string,
  title: string,
  { hides_texts }: Wants,
): Notice {
  const path = `inbox/${id}`;
  if (!hides_texts) return cut({ tag, title, body: text, path });
  return { tag, title: tag === id ? "Somebody wrote" : "A colleague mentions you", body: "", path };
}

function cut(notice: Notice): Notice {
  return {
    ...notice,
    title: beginningOf(notice.title, LONGEST_TITLE),
    body: beginningOf(notice.body, LONGEST_BODY),
  };
}

function asText(text: unknown): string {
  return typeof text === "string" ? text : "";
}
