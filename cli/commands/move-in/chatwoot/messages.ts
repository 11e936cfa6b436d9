import type { BodyOf } from "../../../../daemon/start/types/routes.ts";
import { objectIn, objectsIn, textIn } from "../read/given.ts";
import { type Chatwoot, type Json, listIn } from "./api.ts";

export type PastText = NonNullable<BodyOf<"POST /v1/channels/{id}/past">["texts"]>[number];

/** What a conversation holds, in order. */
export type Held = { texts: PastText[]; notes: string[]; files: number };

/** Chatwoot answers with at most so many of a stretch. */
const MOST = 1000;
const LAST_ID = 2 ** 31 - 1;
const LONGEST_TEXT = 65_536;
const LONGEST_NOTE = 10_000;

/**
 * A conversation's messages by their ids: those between two, halved until it answers with all of a stretch (Chatwoot,
 * `app/finders/message_finder.rb`).
 */
export async function messagesOf(
  chatwoot: Chatwoot,
  conversation: number,
  from = 1,
  to = LAST_ID,
): Promise<Json[]> {
  const path = `conversations/${conversation}/messages`;
  const found = listIn(await chatwoot.get(path, { after: from, before: to }));
  if (found.length < MOST || to - from < 2) return found;
  const middle = Math.floor((from + to) / 2);
  return [
    ...(await messagesOf(chatwoot, conversation, from, middle)),
    ...(await messagesOf(chatwoot, conversation, middle, to)),
  ];
}

/** Of a conversation's messages those that somebody wrote, as what they are here. */
export function heldIn(account: string, phone: string, messages: readonly Json[]): Held {
  const held: Held = { texts: [], notes: [], files: 0 };
  const ids = new Map(messages.map((message) => [Number(message.id), idOf(account, message)]));
  for (const message of messages) {
    const type = TYPES[String(message.message_type)];
    const at = new Date(Number(message.created_at) * 1000);
    const text = textIn(message, "content");
    held.files += objectsIn(message, "attachments").length;
    if (type === undefined || text === null || Number.isNaN(at.getTime()) || message.id === undefined)
      continue;
    if (message.private === true) {
      held.notes.push(noteOf(message, at, text));
      continue;
    }
    const answered = ids.get(Number(objectIn(message.content_attributes)?.in_reply_to));
    const status = STATUSES.find((one) => one === message.status);
    held.texts.push({
      ...{ id: idOf(account, message), phone_number: phone, direction: type, at: at.toISOString() },
      text: text.slice(0, LONGEST_TEXT),
      ...(status === undefined ? {} : { status }),
      ...(answered === undefined ? {} : { reply_to: answered }),
    });
  }
  return held;
}

/** Chatwoot's numbers for who a message is from; those of its own doing are left out. */
const TYPES: Readonly<Record<string, PastText["direction"]>> = { 0: "inbound", 1: "outbound", 3: "outbound" };

const STATUSES = ["sent", "delivered", "read", "failed"] as const;

/** WhatsApp's id where Chatwoot has it, behind `WAID:` where another program wrote it there. */
function idOf(account: string, message: Json): string {
  const given = textIn(message, "source_id")?.replace(/^WAID:/, "") ?? null;
  return given !== null && given.length <= 200 ? given : `chatwoot:${account}:${message.id}`;
}

/** Begins with its date and author: here, both are those of the move. */
function noteOf(message: Json, at: Date, text: string): string {
  const author = textIn(objectIn(message.sender), "name");
  const head = [at.toISOString().slice(0, 16).replace("T", " "), ...(author === null ? [] : [author])].join(
    ", ",
  );
  return `${head}: ${text}`.slice(0, LONGEST_NOTE);
}
