import { type Priority, PrioritySchema } from "../../lib/priority.ts";
import { type Static, Type } from "../../lib/typebox.ts";
import { ReplyTo } from "../../message-types/fields.ts";
import { messageTypes } from "../../message-types/registry.ts";
import { LONGEST_LIFE_SECONDS } from "../message-end.ts";

/** The body of `POST /v1/messages`, and each message of a batch. */
export const SendBody = Type.Object(
  {
    channel_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: "The channel to send from; may be left out with `conversation_id`",
      }),
    ),
    to: Type.Optional(
      Type.String({
        maxLength: 250,
        description:
          "The recipient: their phone number, international, digits only, or their user name with its `@`, such as `@ada.byron`. Or name them by `recipient`, `contact_id` or `conversation_id`; if you give several, they have to be one person",
      }),
    ),
    username_pin: Type.Optional(
      Type.String({
        maxLength: 4,
        pattern: "^[0-9]{4}$",
        description:
          "Beside a user name in `to`, on paired numbers: the PIN of four digits by which some people protect theirs. Needed once: then they are a contact",
      }),
    ),
    to_phone: Type.Optional(Type.String({ maxLength: 250, description: "Alias of `to`" })),
    recipient: Type.Optional(
      Type.String({
        maxLength: 160,
        description:
          "A recipient who shows no number: their business-scoped user id, or `<digits>@lid` on paired numbers. The message goes to their number as soon as it is known. Or a group: `<digits>@g.us` on paired numbers, Meta's id on official ones",
      }),
    ),
    contact_id: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "A recipient who is a contact: the message goes to their number, or to their user id",
      }),
    ),
    conversation_id: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          "In place of `channel_id` and `to`: the conversation to send in. Beside them it has to be the one with this recipient",
      }),
    ),
    type: Type.String({ maxLength: 64, description: "One of the message types" }),
    content: Type.Record(Type.String(), Type.Unknown(), {
      description: "The content to send; its shape depends on `type`",
    }),
    reply_to: Type.Optional(
      Type.Object(ReplyTo.properties, {
        description: "The message to quote; may also be in the `content` of types that can quote",
      }),
    ),
    scheduled_at: Type.Optional(
      Type.String({ maxLength: 40, description: "ISO 8601 with a time zone, at most 30 days ahead" }),
    ),
    expires_at: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          "The message is not sent after this time: ISO 8601 with a time zone, at most 30 days after it is due. The default is 24 hours after it is due",
      }),
    ),
    ttl_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LONGEST_LIFE_SECONDS,
        description: "Instead of `expires_at`: how many seconds after it is due the message may be sent",
      }),
    ),
    priority: Type.Optional(
      Type.Unsafe<Priority>({
        ...PrioritySchema,
        description:
          "What goes first from this channel. The default is the channel's setting: `high` for authentication templates, `low` for marketing templates, otherwise `normal`. Messages of one conversation stay in order",
      }),
    ),
    messaging_account_id: Type.Optional(
      Type.String({
        pattern: "^[0-9]{1,32}$",
        description:
          "Which of an official number's messaging accounts at Meta the message is sent for and billed to, of those that its channel knows: its `waba_id`, and those that its settings name. The default is the setting `messaging_account_id`",
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        description: "Only answers whether the message would be accepted, with 200 or a refusal",
      }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "At most 16 keys of at most 64 characters, 16 KiB in all; returned in the record and in events",
      }),
    ),
  },
  {
    examples: messageTypes().map((type) => ({
      channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
      to: "14155550123",
      type: type.type,
      content: type.examples[0],
    })),
  },
);

export type SendBody = Static<typeof SendBody>;
