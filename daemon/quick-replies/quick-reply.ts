import type { QuickReplyRow } from "../../db/quick-replies/quick-replies.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import type { Filled } from "./placeholders.ts";

const TIME = "2026-11-21T09:30:00.000Z";

const Shortcut = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^[^\\s/]+$",
  description: "A word that people find it by, unique in the organisation; kept in lower case",
});
const Title = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "What it is about" });
const Body = Type.String({
  minLength: 1,
  // as long as a text message may be
  maxLength: 4096,
  pattern: "\\S",
  description:
    "The text, with placeholders for the contact's `name`, `first_name`, `email`, `phone_number`, `external_id` and `custom.<key>`: `{{first_name}}`, or `{{first_name|there}}` with words for those who lack the field",
});
const ChannelIds = Nullable(
  Type.Array(Type.String({ maxLength: 64 }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: "The channels it is for; null is all",
  }),
);

const MediaId = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: "An uploaded file that is sent with the text; it stays for as long as a quick reply has it",
  }),
);

export const QuickReplySchema = Type.Object(
  {
    id: Type.String(),
    shortcut: Type.String(),
    title: Type.String(),
    body: Type.String(),
    channel_ids: ChannelIds,
    media_id: MediaId,
    filled: Nullable(
      Type.Object(
        {
          text: Type.String(),
          missing: Type.Array(Type.String(), {
            description: "The fields that the contact lacks; their placeholders are still in the text",
          }),
        },
        { description: "The body for the contact of `conversation_id`; null without that parameter" },
      ),
    ),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "QuickReply",
    examples: [
      {
        id: "qr_01JDB2M5S8V0ZC3K7Q2M4N6P93",
        shortcut: "hours",
        title: "When we are open",
        body: "Hello {{first_name|there}}, we are open every day from 9 to 22.",
        channel_ids: null,
        media_id: null,
        filled: { text: "Hello Ada, we are open every day from 9 to 22.", missing: [] },
        created_at: TIME,
        updated_at: TIME,
      },
    ],
  },
);

export const QuickReplyBody = Type.Object(
  {
    shortcut: Shortcut,
    title: Type.Optional(Title),
    body: Body,
    channel_ids: Type.Optional(ChannelIds),
    media_id: Type.Optional(MediaId),
  },
  {
    examples: [
      {
        shortcut: "hours",
        title: "When we are open",
        body: "Hello {{first_name|there}}, we are open every day from 9 to 22.",
      },
    ],
  },
);

export const QuickReplyChanges = Type.Object(
  {
    shortcut: Type.Optional(Shortcut),
    title: Type.Optional(Title),
    body: Type.Optional(Body),
    channel_ids: Type.Optional(ChannelIds),
    media_id: Type.Optional(MediaId),
  },
  { minProperties: 1, examples: [{ body: "We are open every day from 9 to 23." }] },
);

/** A quick reply as the API shows it. */
export function showQuickReply(row: QuickReplyRow, filled: Filled | null = null) {
  const { id, shortcut, title, body, channel_ids, media_id } = row;
  return {
    ...{ id, shortcut, title, body, channel_ids, media_id, filled },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
