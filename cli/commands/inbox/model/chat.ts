import type { Conversation } from "../../../lib/api/types/conversations.ts";
import type { Message, NewMessage } from "../../../lib/api/types/messages.ts";
import type { QuickReplyFile } from "../../conversations/quick-reply.ts";
import { type Editor, EMPTY } from "./editor.ts";

/** A message that was sent here and is not in the daemon's list yet. */
export type Outgoing = {
  key: string;
  /** When it was sent, as ISO 8601. */
  at: string;
  text: string;
  body: NewMessage;
  /** The record's id once it was accepted. */
  id: string | null;
  /** Why it was not accepted. */
  error: string | null;
};

/** One conversation with its messages, as far as they were read. */
export type Chat = {
  conversation: Conversation;
  /** Oldest first. */
  messages: readonly Message[];
  /** Where older ones begin; null when all are here. */
  next: string | null;
  outgoing: readonly Outgoing[];
  /** The text that is being typed. */
  draft: Editor;
  /** The message that keys are about; null: the newest. */
  chosen: string | null;
  /** The message that is quoted in the answer. */
  quoted: string | null;
  /** The file that is sent with the answer. */
  file: QuickReplyFile | null;
  /** Lines that are scrolled up from the end. */
  scroll: number;
};

type Page = { data: readonly Message[]; meta: { next_cursor: string | null } };

/** Operations: they send the person nothing that a chat could show. */
const OPERATIONS = [
  ...["mark_as_read", "presence", "edit_message", "delete_message"],
  ...["message_status_query", "message_media_download"],
];

/** What happened in a conversation: nobody wrote it, and it can't be answered by itself. */
const HAPPENED = ["system", "call", "missed_call"];

/** Whether a message stands for something that happened, such as a call. */
export function isHappening({ type }: Pick<Message, "type">): boolean {
  return HAPPENED.includes(type);
}

/** A chat whose messages were not read yet. */
export function newChat(conversation: Conversation): Chat {
  const nothing = { messages: [], next: null, outgoing: [], draft: EMPTY, chosen: null };
  return { conversation, ...nothing, quoted: null, file: null, scroll: 0 };
}

/** The chat with its newest messages as they are now. */
export function withNewest(chat: Chat, { data, meta }: Page): Chat {
  const read = messagesOf(data);
  const ids = new Set(read.map(({ id }) => id));
  const first = read[0];
  const overlaps = chat.messages.some(({ id }) => ids.has(id));
  const older = first === undefined || !overlaps ? [] : chat.messages.filter(({ id }) => id < first.id);
  const outgoing = chat.outgoing.filter(({ id }) => id === null || !ids.has(id));
  return { ...chat, messages: [...older, ...read], next: overlaps ? chat.next : meta.next_cursor, outgoing };
}

/** The chat with older messages. */
export function withOlder(chat: Chat, { data, meta }: Page): Chat {
  const known = new Set(chat.messages.map(({ id }) => id));
  const older = messagesOf(data).filter(({ id }) => !known.has(id));
  return { ...chat, messages: [...older, ...chat.messages], next: meta.next_cursor };
}

/** The chat with the new state of a message that was sent here. */
export function withOutgoing(chat: Chat, message: Outgoing): Chat {
  const others = chat.outgoing.filter(({ key }) => key !== message.key);
  return { ...chat, outgoing: [...others, message], scroll: 0 };
}

/** The message that keys are about. */
export function chosenMessage({ messages, chosen }: Chat): Message | undefined {
  return messages.find(({ id }) => id === chosen) ?? messages.at(-1);
}

/** The chat with the message before or behind the chosen one chosen; behind the last one, none is. */
export function withChosen(chat: Chat, step: -1 | 1): Chat {
  const { messages, chosen } = chat;
  const at = chosen === null ? messages.length : messages.findIndex(({ id }) => id === chosen);
  const index = Math.max(0, at + step);
  return { ...chat, chosen: messages[index]?.id ?? null };
}

/** The newest thing the person wrote to which one can react, or the chosen message. */
export function reactable(chat: Chat): Message | undefined {
  const wanted = (one: Message) => typeof one.provider_message_id === "string" && !isHappening(one);
  const chosen = chat.chosen === null ? undefined : chosenMessage(chat);
  if (chosen !== undefined) return wanted(chosen) ? chosen : undefined;
  return chat.messages.findLast((message) => message.direction === "inbound" && wanted(message));
}

/** How long anything may be sent, in milliseconds; null where nothing closes, 0 when only templates may be sent. */
export function windowLeftMs(
  { service_window: state, service_window_until: until }: Conversation,
  now: number,
): number | null {
  if (until !== null) return Math.max(0, Date.parse(until) - now);
  return state === "closed" ? 0 : null;
}

function messagesOf(data: readonly Message[]): Message[] {
  return data.filter(({ type }) => !OPERATIONS.includes(type)).toReversed();
}
