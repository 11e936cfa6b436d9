import type { BatchItem, Cancellation, Message, MessageStatus } from "../../lib/api/types/messages.ts";
import type { Column } from "../../lib/output/column.ts";
import { describeAuthor } from "./author.ts";
import { describeLongSent } from "./long-sent.ts";
import { describeWait } from "./waiting.ts";

/** Why a message failed, waits, or is not delivered; for programs only the code of a failure. */
export const errorColumn: Column<Message> = {
  title: "error",
  value: (message) => message.error?.code,
  otherwise: (message) => describeWait(message) ?? describeLongSent(message),
  cut: true,
  optional: 1,
};

export const messageColumns: Column<Message>[] = [
  { title: "id", value: (message) => message.id, optional: 2 },
  { title: "status", value: (message) => message.status, kind: "status" },
  { title: "name", value: ({ contact }) => contact?.name, cut: true },
  {
    title: "number",
    value: ({ to, to_phone, from_phone, recipient, from_user_id }) =>
      to ?? to_phone ?? from_phone ?? recipient ?? from_user_id,
  },
  { title: "type", value: (message) => message.type, optional: 5 },
  { title: "created", value: (message) => message.created_at, kind: "time", optional: 3 },
  { title: "direction", value: (message) => message.direction, optional: 4 },
  { title: "channel", value: (message) => message.channel_id, optional: 6 },
  { title: "text", value: (message) => message.text, cut: 18 },
  errorColumn,
];

export const messageDetails: Column<Message>[] = [
  ...messageColumns,
  { title: "author", value: describeAuthor },
  { title: "meaning", value: (message) => describeLongSent(message) },
  { title: "provider message id", value: (message) => message.provider_message_id },
  { title: "conversation", value: (message) => message.conversation_id },
  { title: "contact", value: (message) => message.contact_id },
  {
    title: "content",
    value: (message) => (message.content === undefined ? null : JSON.stringify(message.content)),
  },
  { title: "error detail", value: (message) => message.error?.detail ?? message.error?.title },
  { title: "priority", value: (message) => message.priority },
  { title: "account", value: (message) => message.messaging_account_id },
  { title: "attempts", value: (message) => message.attempts },
  {
    title: "duplicate",
    value: (message) => (message.possible_duplicate ? "possible: an earlier attempt may have arrived" : null),
  },
  { title: "next attempt", value: (message) => message.next_attempt_at, kind: "time" },
  { title: "scheduled", value: (message) => message.scheduled_at, kind: "time" },
  { title: "waits for", value: (message) => describeWait(message) },
  { title: "expires", value: (message) => (isWaiting(message) ? message.expires_at : null), kind: "time" },
  { title: "updated", value: (message) => message.updated_at, kind: "time" },
  {
    title: "history",
    value: (message) => message.status_history?.map(({ status, at }) => `${status} ${at}`),
  },
];

export const statusColumns: Column<MessageStatus>[] = [
  { title: "id", value: (message) => message.message_id },
  { title: "status", value: (message) => message.status, kind: "status" },
  { title: "channel", value: (message) => message.channel_id },
  { title: "provider message id", value: (message) => message.provider_message_id },
  { title: "error", value: (message) => message.error?.code },
  { title: "updated", value: (message) => message.updated_at, kind: "time" },
  { title: "history", value: ({ history }) => history.map(({ status, at }) => `${status} ${at}`) },
];

export const batchColumns: Column<BatchItem>[] = [
  { title: "code", value: (item) => item.status },
  {
    title: "id or error",
    value: (item) => item.message?.id ?? item.problem?.code,
  },
  {
    title: "to or reason",
    value: (item) => item.message?.to ?? item.message?.recipient ?? item.problem?.detail,
  },
];

export const cancellationColumns: Column<Cancellation>[] = [
  { title: "id", value: (cancellation) => cancellation.id },
  { title: "status", value: (cancellation) => cancellation.status, kind: "status" },
  { title: "matched", value: (cancellation) => cancellation.matched },
  { title: "cancelled", value: (cancellation) => cancellation.cancelled },
];

/** Whether its end can still come: of what was sent, it says nothing any more. */
function isWaiting({ status }: Message): boolean {
  return ["queued", "scheduled", "sending"].includes(status);
}
