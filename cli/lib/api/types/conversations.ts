/* What the API takes and gives about conversations. */
import type { ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type Conversation = ResponseOf<"GET /v1/conversations/{id}">;
export type ConversationNote = ResponseOf<"POST /v1/conversations/{id}/notes">;

export type QuickReply = ResponseOf<"GET /v1/quick_replies/{id}">;
export type QuickReplyStep = ResponseOf<"POST /v1/quick_replies/import">["data"][number];
