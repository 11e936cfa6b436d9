import type { Approval } from "../../lib/api/types/approvals.ts";
import type { Column } from "../../lib/output/column.ts";

export const approvalColumns: Column<Approval>[] = [
  { title: "id", value: (approval) => approval.id },
  { title: "status", value: (approval) => approval.status },
  { title: "asked by", value: ({ requested_by: { name, key_id } }) => name ?? key_id },
  { title: "to", value: ({ contact_name, message }) => contact_name ?? message.to ?? message.recipient },
  { title: "type", value: (approval) => approval.message.type, optional: 2 },
  { title: "message", value: (approval) => approval.preview.text },
  { title: "until", value: (approval) => approval.expires_at, kind: "time", optional: true },
  { title: "decided by", value: ({ decided_by }) => decided_by?.name ?? decided_by?.id, optional: 3 },
  { title: "reason", value: (approval) => approval.reason, optional: 4 },
];

export const approvalDetails: Column<Approval>[] = [
  ...approvalColumns,
  { title: "number", value: (approval) => approval.message.to },
  { title: "channel", value: (approval) => approval.channel_id },
  { title: "conversation", value: (approval) => approval.conversation_id },
  { title: "content", value: (approval) => JSON.stringify(approval.message.content) },
  { title: "scheduled at", value: (approval) => approval.message.scheduled_at, kind: "time" },
  { title: "sent as", value: (approval) => approval.message_id },
];
