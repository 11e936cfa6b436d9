import type { Client } from "../../../lib/api/client.ts";
import { objectIn, textsIn } from "../read/given.ts";
import { type Chatwoot, type Json, pagesOf } from "./api.ts";
import type { Inbox } from "./inboxes.ts";
import { type Held, heldIn, messagesOf } from "./messages.ts";
import { phoneOf, tagsOf } from "./people.ts";

/** What came of an inbox's conversations. */
export type MovedInbox = {
  name: string;
  channel: string | null;
  conversations: number;
  stored: number;
  known: number;
  too_old: number;
  notes: number;
  /** Files stay in Chatwoot. */
  files_left: number;
  /** Conversations with somebody who has no number. */
  left_out: number;
};

type Where = { client: Client; chatwoot: Chatwoot };

/** Moves the conversations of an inbox: their messages, private notes and labels. May be repeated. */
export async function moveInbox(
  where: Where,
  { id, name, channel }: Inbox,
  said: (conversations: number) => void,
): Promise<MovedInbox> {
  const moved = {
    ...{
      name,
      channel,
      conversations: 0,
      stored: 0,
      known: 0,
      too_old: 0,
      notes: 0,
      files_left: 0,
      left_out: 0,
    },
  };
  if (channel === null) return moved;
  const query = { status: "all", assignee_type: "all", inbox_id: id };
  for await (const page of pagesOf(where.chatwoot, "conversations", query)) {
    for (const conversation of page) await moveConversation(where, channel, conversation, moved);
    said(moved.conversations);
  }
  return moved;
}

async function moveConversation(
  { client, chatwoot }: Where,
  channel: string,
  conversation: Json,
  moved: MovedInbox,
): Promise<void> {
  const phone = phoneOf(objectIn(objectIn(conversation.meta)?.sender));
  if (phone === null) {
    moved.left_out++;
    return;
  }
  const held = heldIn(chatwoot.account, phone, await messagesOf(chatwoot, Number(conversation.id)));
  for (let from = 0; from < held.texts.length; from += MOST_TEXTS) {
    const body = { from: "chatwoot" as const, texts: held.texts.slice(from, from + MOST_TEXTS) };
    const kept = await client.call("POST /v1/channels/{id}/past", { path: { id: channel }, body });
    moved.stored += kept.stored;
    moved.known += kept.known;
    moved.too_old += kept.too_old;
  }
  moved.conversations++;
  moved.files_left += held.files;
  moved.notes += await moveBeside(client, { channel, phone }, held, textsIn(conversation, "labels"));
}

const MOST_TEXTS = 200;

/** Moves what colleagues wrote and which labels there are; nothing where no message is here to have them. */
async function moveBeside(
  client: Client,
  { channel, phone }: { channel: string; phone: string },
  { notes }: Held,
  labels: readonly string[],
): Promise<number> {
  if (notes.length === 0 && labels.length === 0) return 0;
  const { id: contact_id } = await client.call("POST /v1/contacts", { body: { phone_number: phone } });
  const query = { channel_id: channel, contact_id, limit: 1 };
  const [found] = (await client.call("GET /v1/conversations", { query })).data;
  if (found === undefined) return 0;
  const path = { id: found.id };
  if (labels.length > 0)
    await client.call("POST /v1/conversations/{id}/tags", { path, body: { names: tagsOf(labels) } });
  const { data } = await client.call("GET /v1/conversations/{id}/notes", { path, query: { limit: 100 } });
  const known = new Set(data.map(({ body }) => body));
  const fresh = [...new Set(notes)].filter((body) => !known.has(body));
  for (const body of fresh) await client.call("POST /v1/conversations/{id}/notes", { path, body: { body } });
  return fresh.length;
}
