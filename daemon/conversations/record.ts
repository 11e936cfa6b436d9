import type { ConversationRow } from "../../db/conversations/conversations.ts";
import { SPANS } from "../../db/functions/limits.ts";
import { ContactSummary, showContactSummary } from "../contacts/summary.ts";
import { HoldSchema } from "../events/hold.ts";
import { MessageStatus } from "../events/message-fields.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import { type FindTemplate, readMessageText } from "../message-types/message-text.ts";
import type { Platforms } from "../providers/provider.ts";

const LONGEST_PREVIEW = 120;

export const ConversationStatus = Type.Union(
  ["open", "closed", "snoozed"].map((status) => Type.Literal(status)),
);

export const HandledBy = Type.Union([Type.Literal("business"), Type.Literal("agent")], {
  description:
    "Who answers: `agent` is Meta Business Agent, or another app, on the same number. The contact then waits for nobody",
});

export const ConversationSchema = Type.Object(
  {
    id: Type.String(),
    channel_id: Type.String(),
    contact_id: Nullable(Type.String({ description: "Null if the contact was deleted" })),
    contact: Nullable(ContactSummary),
    group_id: Nullable(Type.String({ description: "The group; null for a conversation with a person" })),
    status: ConversationStatus,
    assignee_id: Nullable(Type.String({ description: "The user it is assigned to" })),
    team_id: Nullable(Type.String({ description: "The team it is assigned to, beside a user or nobody" })),
    tags: Type.Array(Type.String()),
    unread_count: Type.Integer({
      description:
        "The contact's messages and missed calls that the caller has not marked as read, without reactions and votes. Each user counts separately; all API keys of the organisation count as one reader",
    }),
    unanswered: Type.Boolean({ description: "Whether the contact waits for an answer" }),
    waiting_since: Nullable(
      Type.String({
        description:
          "When the first of the contact's messages arrived that nobody has answered. Reactions and votes need no answer, broadcasts, away answers and failed or cancelled messages are none, and closing a conversation settles it",
      }),
    ),
    contacted: Type.Boolean({
      description:
        "Whether only broadcasts and API keys have written in it: true until the person answers, or a user writes",
    }),
    suppressed: Nullable(
      Type.String({
        description:
          "Why messages to the contact are refused: `opted_out`, `consent_denied` or a suppression's own reason; for `marketing_stopped`, only marketing templates are",
      }),
    ),
    handled_by: HandledBy,
    handled_since: Nullable(
      Type.String({ description: "Since when; null where Meta never said that another answers, too" }),
    ),
    held_by: Nullable(HoldSchema),
    snoozed_until: Nullable(
      Type.String({ description: "When it opens again; if snoozed and null, when the contact writes" }),
    ),
    blocked_at: Nullable(
      Type.String({
        description: "When the person was blocked here on the channel's number; null if they are not",
      }),
    ),
    archived_at: Nullable(
      Type.String({ description: "When it was archived, here or on the phone; null if it is not" }),
    ),
    legal_hold: Nullable(
      Type.Object(
        {
          since: Type.String(),
          by: Type.String({ description: "A user or an API key" }),
          reason: Type.String(),
        },
        { description: "Why it is kept beyond every retention; null if it is under no legal hold" },
      ),
    ),
    last_inbound_at: Nullable(Type.String({ description: "When the contact last wrote" })),
    service_window_until: Nullable(
      Type.String({
        description:
          "The end of the time in which anything may be sent on an official channel; null if only templates may, and on other channels",
      }),
    ),
    service_window: Nullable(
      Type.Union([Type.Literal("open"), Type.Literal("closed")], {
        description: "`closed`: only templates may be sent; null on channels where nothing closes",
      }),
    ),
    last_message: Nullable(
      Type.Object({
        id: Type.String(),
        direction: Type.Union([Type.Literal("inbound"), Type.Literal("outbound")]),
        type: Type.String(),
        status: MessageStatus,
        preview: Nullable(
          Type.String({
            description: `Its text, up to ${LONGEST_PREVIEW} characters, like a message's \`text\``,
          }),
        ),
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
        contact: { name: "Ada Lovelace", phone_number: "+14155550123" },
        group_id: null,
        status: "open",
        assignee_id: null,
        team_id: "tm_01JDB2M5S8V0ZC3K7Q2M4N6P93",
        tags: ["complaint"],
        unread_count: 1,
        unanswered: true,
        waiting_since: "2026-11-21T09:30:00.000Z",
        contacted: false,
        suppressed: null,
        handled_by: "business",
        handled_since: null,
        held_by: {
          type: "user",
          id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
          name: "Grace",
          since: "2026-11-21T09:30:00.000Z",
          until: "2026-11-21T10:30:00.000Z",
        },
        snoozed_until: null,
        blocked_at: null,
        archived_at: null,
        legal_hold: null,
        last_inbound_at: "2026-11-21T09:30:00.000Z",
        service_window_until: "2026-11-22T09:30:00.000Z",
        service_window: "open",
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

export type ShowDependencies = { providers: Platforms; templates: { find: FindTemplate } };

/** A conversation as the API shows it at a given time. */
export async function showConversation(
  { providers, templates }: ShowDependencies,
  row: ConversationRow,
  now: number = Date.now(),
) {
  const changed = Math.max(row.updated_at.getTime(), row.message_created_at?.getTime() ?? 0);
  return {
    id: row.id,
    channel_id: row.channel_id,
    contact_id: row.contact_id,
    contact: showContactSummary(row),
    group_id: row.group_id,
    status: row.status,
    assignee_id: row.assignee_id,
    team_id: row.team_id,
    tags: row.tags,
    unread_count: row.unread_count,
    unanswered: row.waiting_since !== null,
    waiting_since: row.waiting_since?.toISOString() ?? null,
    contacted: row.contacted,
    suppressed: row.suppressed,
    handled_by: row.handled_by,
    handled_since: row.handled_at?.toISOString() ?? null,
    held_by: row.held_by,
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    blocked_at: row.blocked_at?.toISOString() ?? null,
    archived_at: row.archived_at?.toISOString() ?? null,
    legal_hold: row.legal_hold,
    last_inbound_at: row.last_inbound_at?.toISOString() ?? null,
    service_window_until: windowUntil(providers, row, now),
    service_window: windowState(providers, row, now),
    last_message: await lastMessage(templates.find, row),
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
  const until = last_inbound_at.getTime() + SPANS.service_window * 1000;
  return until > now ? new Date(until).toISOString() : null;
}

function windowState(platforms: Platforms, row: ConversationRow, now: number): "open" | "closed" | null {
  if (platforms[row.platform]?.hasServiceWindow !== true || row.window_setting === "provider") return null;
  return windowUntil(platforms, row, now) === null ? "closed" : "open";
}

async function lastMessage(find: FindTemplate, row: ConversationRow) {
  const { message_id, message_type, message_content, message_created_at } = row;
  if (message_id === null || message_type === null || message_content === null || message_created_at === null)
    return null;
  const { organization_id, waba_id, message_deleted_at: deleted_at } = row;
  const message = { organization_id, waba_id, type: message_type, content: message_content, deleted_at };
  return {
    id: message_id,
    direction: row.message_direction,
    type: message_type,
    status: row.message_status,
    preview: shortened(await readMessageText(find, message)),
    created_at: message_created_at.toISOString(),
  };
}

function shortened(text: string | null): string | null {
  if (text === null) return null;
  const characters = [...text];
  return characters.length <= LONGEST_PREVIEW
    ? text
    : `${characters.slice(0, LONGEST_PREVIEW - 1).join("")}…`;
}
