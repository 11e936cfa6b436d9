import type { RowOf } from "../../api/call.ts";
import { seenOr } from "../../api/unseen.ts";
import type { Person } from "../../parts/faces/faces.ts";
import { INBOX } from "../../view-words.ts";

export type Conversation = RowOf<"GET /v1/conversations">;
export type Message = RowOf<"GET /v1/messages">;
export type Note = RowOf<"GET /v1/conversations/{id}/notes">;

/** The same person has one face in all conversations with them. */
export function personIn(
  conversation: Pick<Conversation, "id" | "contact_id" | "contact" | "group_id">,
): Person {
  return { id: conversation.contact_id ?? conversation.id, name: nameOf(conversation) };
}

/** Whom a conversation is with, as people know them. */
export function nameOf({ contact, group_id }: Pick<Conversation, "contact" | "group_id">): string {
  return seenOr(contact?.name ?? "", contact?.phone_number ?? group_id ?? INBOX.somebody);
}
