/** What of an organisation's events somebody is notified of, and in which words. */
import type { PushEvent } from "../../db/push/subscriptions.ts";
import { beginningOf } from "../lib/characters.ts";
import type { Texts } from "../page/languages/texts.ts";
import type { Wants } from "./wants.ts";

/** What a browser shows: one of the same tag takes the place of the one before. */
export type Notice = { tag: string; title: string; body: string; path: string };

/** Whose notices these are. */
export type Reader = {
  userId: string;
  wants: Wants;
  /** In the reader's language. */
  words: Texts["NOTICES"];
  mayRead: (permission: string) => boolean;
};

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
  "channel.logged_out": (body, reader) => ofNumber(body, reader, reader.words.loggedOut, body.reason),
  "channel.status_changed": (body, reader) => {
    if (body.status === "restricted") return ofNumber(body, reader, reader.words.restricted, body.reason);
    const isAsked = typeof body.reason === "string" && body.reason.startsWith("passkey_");
    return isAsked ? ofNumber(body, reader, reader.words.passkey, null) : null;
  },
  "channel.health_changed": (body, reader) =>
    body.level === "critical" ? ofNumber(body, reader, reader.words.badHealth, body.advice) : null,
  "budget.warned": (body, reader) => ofBudget(body, reader, reader.words.nearlySpent),
  "budget.exhausted": (body, reader) => ofBudget(body, reader, reader.words.spent),
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

function ofBudget(body: Body, { wants, words, mayRead }: Reader, title: string): Notice | null {
  if (!wants.budgets || !mayRead("costs:read")) return null;
  const { spent, amount, currency, period } = body;
  const text = words.spentOf(`${spent}`, `${amount} ${currency}`, `${period}`);
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
  { userId, wants, words }: Reader,
): Notice[] {
  const meant = conversations.filter(({ id }) => mentions.has(id));
  const others = conversations.filter(
    ({ id, assignee_id, unread_count }) =>
      !mentions.has(id) && unread_count > 0 && isTheirs(wants.messages, assignee_id, userId),
  );
  const said = [
    ...meant.map((one) => noticeOf(one, `mention ${one.id}`, words.mentionOf(one.name), { wants, words })),
    ...others.slice(0, MOST).map((one) => noticeOf(one, one.id, one.name, { wants, words })),
  ];
  const more = others.length - MOST;
  if (more <= 0) return said;
  return [...said, { tag: "more", title: words.more(more), body: words.moreText, path: "inbox" }];
}

function isTheirs(messages: Wants["messages"], assignee: string | null, userId: string): boolean {
  if (assignee === userId) return messages !== "none";
  return messages === "all" || (messages === "mine_and_unassigned" && assignee === null);
}

function noticeOf(
  { id, text }: SeenConversation,
  tag: string,
  title: string,
  { wants, words }: Pick<Reader, "wants" | "words">,
): Notice {
  const path = `inbox/${id}`;
  if (!wants.hides_texts) return cut({ tag, title, body: text, path });
  return { tag, title: tag === id ? words.wrote : words.mention, body: "", path };
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
