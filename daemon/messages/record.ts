import type { MessageRow } from "../../db/messages/messages.ts";
import { ContactSummary, showContactSummary } from "../contacts/summary.ts";
import {
  CostSchema,
  GroupIdSchema,
  MessageErrorSchema,
  MessageGroupSchema,
  MessageStatus,
  StatusHistorySchema,
} from "../events/message-fields.ts";
import { type Priority, PrioritySchema, priorityOf } from "../lib/priority.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { type FindTemplate, readMessageText } from "../message-types/message-text.ts";
import { PAST_SOURCES, type PastSource } from "../providers/past-message.ts";
import { AuthorSchema, showAuthor } from "./author.ts";
import { usualEnd } from "./message-end.ts";
import { MESSAGE_EXAMPLE } from "./message-example.ts";
import { senderOf, showGroup } from "./message-group.ts";
import { type Waiting, WaitingSchema } from "./waiting/schema.ts";

export const MessageSchema = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    channel_id: Type.String(),
    channel_number: Nullable(
      Type.String({
        description:
          "The channel's number that wrote it, or that it was written to: another than the channel's own once that was replaced",
      }),
    ),
    conversation_id: Type.String(),
    contact_id: Nullable(Type.String()),
    contact: Nullable(ContactSummary),
    direction: Type.Union([Type.Literal("inbound"), Type.Literal("outbound")]),
    to: Nullable(Type.String({ description: "Digits of the recipient's number" })),
    to_phone: Nullable(Type.String()),
    recipient: Nullable(
      Type.String({
        description:
          "Where there is no number: the recipient's business-scoped user id, their LID, or a group's id",
      }),
    ),
    group_id: GroupIdSchema,
    group: MessageGroupSchema,
    type: Type.String(),
    status: MessageStatus,
    content: Type.Unknown(),
    text: Nullable(
      Type.String({
        description:
          "Its text, to display: the words of its content, a template with its parameters filled in, the kind and name of a file. Null for operations",
      }),
    ),
    author: Nullable(
      Type.Unsafe<Static<typeof AuthorSchema>>({
        ...AuthorSchema,
        description:
          "Who wrote a message to the contact; null for received messages, and for those of versions that did not record it",
      }),
    ),
    broadcast_id: Nullable(Type.String({ description: "The broadcast that it is of" })),
    imported_from: Nullable(
      Type.Unsafe<PastSource>(
        Type.Union(
          PAST_SOURCES.map((source) => Type.Literal(source)),
          {
            description:
              "Where it was copied from, if Waypost did not carry it: the number's own phone, Meta, or the program that had the number before",
          },
        ),
      ),
    ),
    messaging_account_id: Nullable(
      Type.String({
        description:
          "The messaging account at Meta that it was sent with, or is to be; null leaves it to its channel's setting, and to Meta",
      }),
    ),
    metadata: Nullable(Type.Record(Type.String(), Type.Unknown())),
    rendered_as: Nullable(
      Type.String({ description: "What a paired number sent, because it can't show this type" }),
    ),
    result: Nullable(Type.Unknown({ description: "The result of an operation" })),
    provider_message_id: Nullable(Type.String()),
    error: Nullable(
      Type.Unsafe<Static<typeof MessageErrorSchema>>({
        ...MessageErrorSchema,
        description:
          "Why it failed; while it is `queued`, why its last attempt failed; for a received message, why its file is missing",
      }),
    ),
    pricing: Nullable(Type.Unknown({ description: "WhatsApp's pricing information, unchanged" })),
    cost: CostSchema,
    attempts: Type.Integer({ description: "Attempts to send it so far" }),
    possible_duplicate: Type.Boolean({
      description:
        "Whether it was sent again although WhatsApp had not reported the result of an earlier attempt: it may have arrived twice",
    }),
    next_attempt_at: Nullable(
      Type.String({ description: "When a message that waits after a failed attempt is retried" }),
    ),
    held: Nullable(
      Type.Object(
        { reason: Type.String(), until: Type.String() },
        {
          // generators make a value that may be null only of a schema with a name
          title: "MessageHold",
          description:
            "Why a message that waits is held back, and until when: `GET /v1/channels/{id}/limits` has more",
        },
      ),
    ),
    waiting_for: Nullable(WaitingSchema),
    scheduled_at: Nullable(Type.String()),
    expires_at: Nullable(
      Type.String({
        description: "When a message that still waits fails with `expired`; null for received messages",
      }),
    ),
    priority: Nullable(
      Type.Unsafe<Priority>({
        ...PrioritySchema,
        description: "What goes first from its channel; null for received messages",
      }),
    ),
    status_history: StatusHistorySchema,
    edits: Type.Array(
      Type.Object({
        content: Type.Unknown(),
        at: Type.String({ description: "Since when it had these contents" }),
      }),
      { description: "Its contents before its author edited it, oldest first: the first and the latest 19" },
    ),
    edited_at: Nullable(Type.String({ description: "When its author last edited it" })),
    deleted_at: Nullable(Type.String({ description: "When its author deleted it" })),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "Message",
    examples: [MESSAGE_EXAMPLE],
  },
);

/** A message as the API shows it, with what it waits for. */
export async function showMessage(
  templates: { find: FindTemplate },
  row: MessageRow,
  waiting: Waiting | null = null,
) {
  const outbound = row.direction === "outbound";
  return {
    id: row.id,
    channel_id: row.channel_id,
    channel_number: row.channel_number,
    conversation_id: row.conversation_id,
    contact_id: row.contact_id,
    contact: showContactSummary(row),
    direction: row.direction,
    to: outbound ? row.address : null,
    to_phone: outbound ? storedAddress(row) : null,
    recipient: outbound && row.address === null ? row.user_id : null,
    ...(outbound ? {} : senderOf(row)),
    ...showGroup(row),
    type: row.type,
    status: row.status,
    content: JSON.parse(row.content),
    text: await readMessageText(templates.find, row),
    author: showAuthor(row),
    broadcast_id: row.broadcast_id,
    imported_from: row.imported_from,
    messaging_account_id: row.messaging_account_id,
    metadata: row.metadata === null ? null : JSON.parse(row.metadata),
    rendered_as: row.rendered_as,
    result: row.result === null ? null : JSON.parse(row.result),
    provider_message_id: row.provider_message_id,
    error: showError(row),
    pricing: row.pricing === null ? null : JSON.parse(row.pricing),
    cost: row.cost,
    attempts: row.attempts,
    possible_duplicate: row.possible_duplicate,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    held: heldOf(row),
    waiting_for: waiting,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    expires_at: outbound ? endOf(row) : null,
    priority: outbound ? priorityOf(row.priority) : null,
    status_history: row.status_history,
    edits: row.edits === null ? [] : (JSON.parse(row.edits) as { content: unknown; at: string }[]),
    edited_at: row.edited_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export type MessageRecord = Awaited<ReturnType<typeof showMessage>>;

function heldOf({ held_reason: reason, held_until }: MessageRow) {
  return reason === null || held_until === null ? null : { reason, until: held_until.toISOString() };
}

/** Reasons for which a message without an end of its own ends a day after it may go. */
const ENDS_AFTER_HOLD = new Set(["messaging_limit", "marketing_limit"]);

/** When a message ends that still waits. */
function endOf({ expires_at, scheduled_at, created_at, held_reason, held_until }: MessageRow): string {
  const room = held_reason !== null && ENDS_AFTER_HOLD.has(held_reason) ? held_until : null;
  return expires_at?.toISOString() ?? usualEnd((room ?? scheduled_at ?? created_at).toISOString());
}

/** Why a message failed, as it is stored: as JSON text. */
export function showError({ error }: Pick<MessageRow, "error">): Static<typeof MessageErrorSchema> | null {
  return error === null ? null : JSON.parse(error);
}

// the specification names the platform here: on unofficial channels it shows the recipient as a WhatsApp JID
function storedAddress(row: MessageRow): string | null {
  return row.address !== null && row.platform === "whatsapp_unofficial" ? `${row.address}@c.us` : row.address;
}
