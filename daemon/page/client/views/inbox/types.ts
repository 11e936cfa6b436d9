import type { RowOf } from "../../api/call.ts";
import { seenOr } from "../../api/unseen.ts";
import { INBOX } from "../../view-words.ts";

export type Conversation = RowOf<"GET /v1/conversations">;
export type Message = RowOf<"GET /v1/messages">;
export type Note = RowOf<"GET /v1/conversations/{id}/notes">;

/** Whom a conversation is with, as people know them. */
export function nameOf({ contact, group_id }: Pick<Conversation, "contact" | "group_id">): string {
  return seenOr(contact?.name ?? "", contact?.phone_number ?? group_id ?? INBOX.somebody);
}
