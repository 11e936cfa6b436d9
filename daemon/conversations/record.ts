import { Type } from "@sinclair/typebox";
import type { ConversationRow } from "../../db/conversations/conversations.ts";
import { MessageStatus } from "../events/message-fields.ts";
import { Nullable } from "../lib/nullable.ts";
import type { Platforms } from "../providers/provider.ts";

/** How long after a person's last message an official number may send them free-form messages. */
const WINDOW_MS = 24 * 3600_000;
const LONGEST_PREVIEW = 120;

export const ConversationStatus = Type.Union(
  ["open", "closed", "snoozed"].map((status) => Type.Literal(status)),
);

export const ConversationSchema = Type.Object(
  {
    id: Type.String(),
    channel_id: Type.String(),
    contact_id: Nullable(Type.String({ description: "Null when the contact was deleted" })),
    status: ConversationStatus,
    assignee_id: Nullable(Type.String({ description: "The user it is assigned to" })),
    tags: Type.Array(Type.String()),
    last_inbound_at: Nullable(Type.String({ description: "When the contact last wrote" })),
    service_window_until: Nullable(
      Type.String({
        description:
          "Until when anything may be sent on an official channel; null when only templates may, and on other channels",
      }),
    ),
    last_message: Nullable(
      Type.Object({
        id: Type.String(),
        direction: Type.Union([Type.Literal("inbound"), Type.Literal("outbound")]),
        type: Type.String(),
        status: MessageStatus,
        preview: Nullable(Type.String({ description: "The beginning of its words, if it has any" })),
        created_at: Type.String(),
      }),
    ),
    created_at: Type.String(),
    updated_at: Type.String({ description: "Of its last message or its last change, whichever is later" }),
  },
  {
    title: "Conversation",
    examples: [
      {
        id: "cv_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
        channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
        status: "open",
        assignee_id: null,
        tags: ["complaint"],
        last_inbound_at: "2026-11-21T09:30:00.000Z",
        service_window_until: "2026-11-22T09:30:00.000Z",
        last_message: {
          id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
          direction: "inbound",
          type: "text",
          status: "delivered",
          preview: "Is the table by the window free?",
          created_at: "2026-11-21T09:30:00.000Z",
        },
        created_at: "2026-11-20T18:00:00.000Z",
        updated_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
);

/** A conversation as the API shows it at a given time. */
export function showConversation(platforms: Platforms, row: ConversationRow, now: number = Date.now()) {
  const changed = Math.max(row.updated_at.getTime(), row.message_created_at?.getTime() ?? 0);
  return {
    id: row.id,
    channel_id: row.channel_id,
    contact_id: row.contact_id,
    status: row.status,
    assignee_id: row.assignee_id,
    tags: row.tags,
    last_inbound_at: row.last_inbound_at?.toISOString() ?? null,
    service_window_until: windowUntil(platforms, row, now),
    last_message: lastMessage(row),
    created_at: row.created_at.toISOString(),
    updated_at: new Date(changed).toISOString(),
  };
}

function windowUntil(
  platforms: Platforms,
  { platform, last_inbound_at }: ConversationRow,
  now: number,
): string | null {
  if (platforms[platform]?.hasServiceWindow !== true || last_inbound_at === null) return null;
  const until = last_inbound_at.getTime() + WINDOW_MS;
  return until > now ? new Date(until).toISOString() : null;
}

function lastMessage(row: ConversationRow) {
  if (row.message_id === null || row.message_created_at === null) return null;
  return {
    id: row.message_id,
    direction: row.message_direction,
    type: row.message_type,
    status: row.message_status,
    preview: preview(row.message_content),
    created_at: row.message_created_at.toISOString(),
  };
}

/** The human-readable text of a message's content, wherever its type keeps it. */
function preview(content: string | null): string | null {
  const { body, text, caption, reaction, name }: Record<string, unknown> =
    content === null ? {} : JSON.parse(content);
  const words = [body, text, caption, reaction, name].find(
    (value) => typeof value === "string" && value !== "",
  );
  if (typeof words !== "string") return null;
  const characters = [...words];
  return characters.length <= LONGEST_PREVIEW
    ? words
    : `${characters.slice(0, LONGEST_PREVIEW - 1).join("")}…`;
}
