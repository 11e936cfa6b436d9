import type { Conversation, ConversationNote } from "../../lib/api/types/conversations.ts";
import type { Column } from "../../lib/output/column.ts";

export const conversationColumns: Column<Conversation>[] = [
  { title: "id", value: (conversation) => conversation.id, optional: 2 },
  { title: "name", value: ({ contact }) => contact?.name, cut: true },
  { title: "number", value: ({ contact }) => contact?.phone_number },
  { title: "unread", value: (conversation) => conversation.unread_count },
  { title: "status", value: (conversation) => conversation.status, kind: "status", optional: 1 },
  {
    title: "text",
    value: ({ last_message }) => last_message?.preview ?? last_message?.type,
    cut: 18,
  },
  { title: "updated", value: (conversation) => conversation.updated_at, kind: "time", optional: 3 },
  { title: "channel", value: (conversation) => conversation.channel_id, optional: 4 },
];

export const conversationDetails: Column<Conversation>[] = [
  ...conversationColumns,
  { title: "contact", value: (conversation) => conversation.contact_id },
  { title: "assignee", value: (conversation) => conversation.assignee_id },
  { title: "team", value: (conversation) => conversation.team_id },
  { title: "tags", value: ({ tags }) => tags.join(", ") },
  { title: "handled by", value: (conversation) => conversation.handled_by },
  { title: "held by", value: ({ held_by }) => held_by && (held_by.name ?? held_by.type) },
  { title: "held until", value: ({ held_by }) => held_by?.until, kind: "time" },
  { title: "suppressed", value: ({ suppressed }) => suppressed },
  { title: "waiting since", value: (conversation) => conversation.waiting_since, kind: "time" },
  { title: "snoozed until", value: (conversation) => conversation.snoozed_until, kind: "time" },
  { title: "archived", value: (conversation) => conversation.archived_at, kind: "time" },
  { title: "blocked", value: (conversation) => conversation.blocked_at, kind: "time" },
  { title: "legal hold", value: ({ legal_hold }) => legal_hold?.reason },
  { title: "last inbound", value: (conversation) => conversation.last_inbound_at, kind: "time" },
  { title: "window until", value: (conversation) => conversation.service_window_until, kind: "time" },
  { title: "last message id", value: (conversation) => conversation.last_message?.id },
  { title: "created", value: (conversation) => conversation.created_at, kind: "time" },
];

export const noteColumns: Column<ConversationNote>[] = [
  { title: "id", value: (note) => note.id, optional: 2 },
  { title: "author", value: ({ author }) => author.name ?? author.id, cut: true },
  { title: "created", value: (note) => note.created_at, kind: "time" },
  { title: "for", value: ({ mentions }) => mentions.map(({ name }) => name).join(", "), optional: 1 },
  { title: "body", value: (note) => note.body },
];
