import { type Priority, PrioritySchema } from "../lib/priority.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { MESSAGE_TYPES, type MessageTypeName } from "../message-types/message-type.ts";
import { accountSettings, MarketingMessagesSchema } from "./official-settings.ts";

const Seconds = Type.Number({ minimum: 0, maximum: 3600 });

/** How a paired number keeps from looking like a machine; official numbers leave these alone. */
const webRate = {
  gap_seconds: Type.Optional(
    Type.Object(
      { least: Seconds, most: Seconds },
      {
        additionalProperties: false,
        description: "A random pause between two messages; paired numbers only",
      },
    ),
  ),
  typing: Type.Optional(
    Type.Boolean({ description: "Show `typing` for as long as writing would take; paired numbers only" }),
  ),
  rest: Type.Optional(
    Nullable(
      Type.Object(
        { after: Type.Integer({ minimum: 1, maximum: 10_000 }), seconds: Seconds },
        {
          additionalProperties: false,
          description: "A longer pause after this many messages; paired numbers only",
        },
      ),
    ),
  ),
};

const TimeOfDay = Type.String({
  pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$",
  examples: ["09:00"],
  description: "HH:MM",
});

const webSettings = {
  quiet_hours: Type.Optional(
    Nullable(
      Type.Object(
        {
          from: TimeOfDay,
          to: TimeOfDay,
          time_zone: Type.String({ minLength: 1, maxLength: 64, description: "Such as Europe/Berlin" }),
        },
        {
          additionalProperties: false,
          description: "Messages wait during these hours; paired numbers only",
        },
      ),
    ),
  ),
  groups: Type.Optional(
    Type.Boolean({
      description:
        "Whether messages in groups are received and may be sent; otherwise the number talks to people only, which is the default. Paired numbers only",
    }),
  ),
  history: Type.Optional(
    Type.Union([Type.Literal("none"), Type.Literal("90_days"), Type.Literal("full")], {
      description:
        "Which messages of before are copied: from the phone, which is asked when the number is paired, or of an official number from the WhatsApp Business app, of which Meta sends half a year once, if the business agrees; it is asked within a day of the signup. Set it before. The phone decides how far back it goes, and what is older than the retention is left out. `none` is the default",
    }),
  ),
  calls: Type.Optional(
    Type.Union([Type.Literal("ignore"), Type.Literal("reject")], {
      description:
        "What happens to calls: the phone rings, which is the default, or they are rejected at once. Paired numbers only",
    }),
  ),
  rejected_call_text: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        pattern: "\\S",
        description:
          "What is written to somebody whose call was rejected (`calls: reject`), once an hour at most, and not to who may not be written to; null, the default, for nothing. Paired numbers only",
      }),
    ),
  ),
  proxy: Type.Optional(
    Nullable(
      Type.Object(
        {
          url: Type.String({
            minLength: 1,
            maxLength: 1024,
            description:
              "`socks5://` or `http://` (`CONNECT`), with its port. A password is stored encrypted and shown as `***`: the URL as it is shown leaves it as it is",
            examples: ["socks5://user:password@proxy.example.com:1080"],
          }),
        },
        {
          additionalProperties: false,
          description:
            "The proxy that every connection of a paired number goes through: WhatsApp Web, and the files of its messages. Nothing of the number goes past it: while it can't be used, the number is `disconnected` with `proxy_unreachable`. A change reconnects the number. Null, the default, is none. Paired numbers only",
        },
      ),
    ),
  ),
  number_checks_per_day: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description:
        "How many numbers of broadcasts and imports a paired number asks WhatsApp about in 24 hours ahead of any message to them; 200 unless set, 0 asks about none",
    }),
  ),
  warmup: Type.Optional(
    Nullable(
      Type.Object(
        {
          new_contacts_per_day: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
          most_per_day: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
        },
        {
          additionalProperties: false,
          description:
            "How many people who have never written to a paired number it may write to in 24 hours: in its first week, then doubled each week up to the most. Null is no limit",
        },
      ),
    ),
  ),
};

/** Numbers that a paired number asks WhatsApp about in 24 hours ahead of any message, unless its settings say otherwise. */
export const NUMBER_CHECKS_PER_DAY = 200;

/** The priority of messages by type; of templates also by category. */
type Priorities = { [Type in MessageTypeName]?: Priority | Partial<Record<TemplateCategory, Priority>> };
type TemplateCategory = "AUTHENTICATION" | "UTILITY" | "MARKETING";

const OfCategories = Type.Object(
  {
    AUTHENTICATION: Type.Optional(PrioritySchema),
    UTILITY: Type.Optional(PrioritySchema),
    MARKETING: Type.Optional(PrioritySchema),
  },
  { additionalProperties: false },
);

function prioritiesOf(type: MessageTypeName) {
  return type === "template"
    ? Type.Union([PrioritySchema, OfCategories], { title: "TemplatePriority" })
    : PrioritySchema;
}

/** The settings of a channel that a client may change. */
export const ChannelSettingsSchema = Type.Object(
  {
    paused: Type.Optional(
      Type.Boolean({
        description: "Accepted messages wait, in order, until this is false. Messages are still received",
      }),
    ),
    service_window: Type.Optional(
      Type.Union([Type.Literal("enforce"), Type.Literal("provider")], {
        description:
          "Who refuses messages outside the 24-hour window: Waypost, when it accepts them, or the provider",
      }),
    ),
    delivery: Type.Optional(
      Type.Union([Type.Literal("at_least_once"), Type.Literal("at_most_once")], {
        description:
          "What happens to a message if the response to its sending was lost: it is sent again, or fails with outcome_unknown",
      }),
    ),
    hold_on_answer: Type.Optional(
      Nullable(
        Type.Object(
          { minutes: Type.Integer({ minimum: 1, maximum: 43_200 }) },
          {
            additionalProperties: false,
            description:
              "Each answer, but for templates, holds the conversation for this long, for the user or key that sends it. A user takes it from anybody by that; a key holds it only if nobody else does. Off by default",
          },
        ),
      ),
    ),
    over_limit: Type.Optional(
      Type.Union([Type.Literal("wait"), Type.Literal("refuse")], {
        description:
          "What happens to messages to more new people than Meta's messaging limit allows in 24 hours: they wait until there is room, or are refused with `messaging_limit_reached`. So does marketing for somebody to whom WhatsApp delivers no more of it for now (`marketing_limit_reached`)",
      }),
    ),
    rate: Type.Optional(
      Type.Object(
        {
          per_second: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
          per_recipient_seconds: Type.Optional(
            Type.Number({ minimum: 0, maximum: 86_400, description: "0 is no limit" }),
          ),
          ...webRate,
        },
        { additionalProperties: false },
      ),
    ),
    priority: Type.Optional(
      Type.Unsafe<Priorities>(
        Type.Object(
          Object.fromEntries(MESSAGE_TYPES.map((type) => [type, Type.Optional(prioritiesOf(type))])),
          {
            additionalProperties: false,
            description:
              'What goes first, by message type and, of templates, by category, such as `{ "template": { "UTILITY": "high" } }`. Authentication templates are `high` and marketing templates `low` unless it says otherwise; the rest is `normal`. A send may say otherwise',
          },
        ),
      ),
    ),
    slow_down: Type.Optional(
      Nullable(
        Type.Object(
          {
            below: Type.Integer({ minimum: 1, maximum: 100, description: "A score of its health" }),
            factor: Type.Number({ minimum: 1, maximum: 100 }),
          },
          {
            additionalProperties: false,
            description:
              "While the channel's health is below this score, it sends this many times slower, and a paired number begins so many times fewer chats. Null, the default, leaves the pace alone",
          },
        ),
      ),
    ),
    marketing_messages: Type.Optional(Nullable(MarketingMessagesSchema)),
    ...accountSettings,
    ...webSettings,
  },
  { additionalProperties: false },
);

export type ChannelSettings = Static<typeof ChannelSettingsSchema>;
