import type { QuickReply } from "../../lib/api/types/conversations.ts";
import type { Column } from "../../lib/output/column.ts";

export const quickReplyColumns: Column<QuickReply>[] = [
  { title: "shortcut", value: (reply) => reply.shortcut },
  { title: "title", value: (reply) => reply.title, cut: 24 },
  { title: "channels", value: (reply) => reply.channel_ids ?? ["all"], optional: true },
  { title: "body", value: (reply) => reply.body },
  { title: "id", value: (reply) => reply.id },
  { title: "file", value: (reply) => reply.media_id, optional: true },
];
