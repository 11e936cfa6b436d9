import { Nullable, Type } from "../lib/typebox.ts";
import { SHOWN_CALL } from "./catalogue-calls.ts";
import { type EventKind, EXAMPLE_IDS, event, Id, ORGANIZATION, Time } from "./catalogue-kind.ts";
import { GroupIdSchema, MessageErrorSchema, MessageGroupSchema, MessageStatus } from "./message-fields.ts";

const { contact_id, ...MESSAGE_IDS } = EXAMPLE_IDS;
const { organization_id } = EXAMPLE_IDS;
const Metadata = Nullable(Type.Record(Type.String(), Type.Unknown()));
const MESSAGE = {
  message_id: Id("The message"),
  conversation_id: Id("Its conversation"),
  ...ORGANIZATION,
  sequence: Type.Integer({
    minimum: 0,
    description:
      "Increases with every `message.*` event of the conversation: the larger number happened later. Gaps mean nothing",
  }),
};

/** Events about messages, calls, contacts, templates and orders. */
export const MESSAGE_EVENTS = {
  "message.new": event(
    "A message arrived from a contact, or the business wrote one on its phone.",
    {
      ...MESSAGE,
      contact_id: Id("The contact"),
      channel_id: Id("The channel"),
      direction: Type.Union([Type.Literal("inbound"), Type.Literal("outbound")]),
      from_phone: Nullable(
        Type.String({ description: "Digits of the sender's number; null when they hide it" }),
      ),
      from_user_id: Nullable(
        Type.String({ description: "WhatsApp's own id of the person: a business-scoped user id, or a LID" }),
      ),
      from_username: Nullable(Type.String({ description: "Their user name, where WhatsApp gives it" })),
      group_id: GroupIdSchema,
      group: MessageGroupSchema,
      msg_type: Type.String({ description: "Type of the message, such as text, interactive or location" }),
    },
    {
      ...MESSAGE_IDS,
      contact_id,
      direction: "inbound",
      from_phone: "14155550123",
      from_user_id: "US.13491208655302741918",
      from_username: null,
      group_id: null,
      group: null,
      msg_type: "text",
      sequence: 4711,
    },
  ),
  "message.decrypted": event(
    "A message that a paired number could not decrypt can be read now: its record has its type and content.",
    {
      ...MESSAGE,
      contact_id: Id("The contact"),
      channel_id: Id("The channel"),
      direction: Type.Union([Type.Literal("inbound"), Type.Literal("outbound")]),
      msg_type: Type.String({ description: "Type of the message; it was `undecryptable` in `message.new`" }),
    },
    { ...MESSAGE_IDS, contact_id, direction: "inbound", msg_type: "text", sequence: 4712 },
  ),
  "message.sent": event(
    "The provider accepted an outbound message.",
    {
      ...MESSAGE,
      channel_id: Id("The channel"),
      metadata: Metadata,
      rendered_as: Nullable(
        Type.String({
          description: "The form that a paired number sent instead of a message type that it can't show",
        }),
      ),
    },
    { ...MESSAGE_IDS, metadata: null, rendered_as: null, sequence: 4713 },
  ),
  "message.status_update": event(
    "The status of an outbound message changed.",
    {
      ...MESSAGE,
      channel_id: Id("The channel"),
      contact_id: Nullable(Id("The recipient")),
      to: Nullable(Type.String({ description: "Digits of the recipient's number" })),
      recipient: Nullable(
        Type.String({
          description: "Where there is no number: the recipient's business-scoped user id, or their LID",
        }),
      ),
      msg_type: Type.String({ description: "Type of the message, such as text or template" }),
      status: MessageStatus,
      updated_at: Time,
      error: Nullable(MessageErrorSchema),
      metadata: Metadata,
    },
    {
      ...MESSAGE_IDS,
      contact_id,
      to: "14155550123",
      recipient: null,
      msg_type: "text",
      status: "delivered",
      updated_at: "2026-11-21T09:30:00.000Z",
      error: null,
      metadata: null,
      sequence: 4714,
    },
  ),
  "call.status_update": event(
    "A voice call between a contact and an official number started, was answered, or ended. Waypost reports calls, it doesn't make or take them.",
    {
      call_id: Id("WhatsApp's id of the call"),
      channel_id: Id("The channel"),
      contact_id: Nullable(Type.String({ description: "The contact, if the person is one" })),
      ...SHOWN_CALL,
      phone: Nullable(Type.String({ description: "Digits of the person's number" })),
      direction: Type.Union([Type.Literal("inbound"), Type.Literal("outbound")]),
      status: Type.String({
        description:
          "`ringing`, then `accepted` or `rejected` for calls of the business, then `completed` or `failed`; more may come",
      }),
      duration_seconds: Nullable(Type.Number({ description: "Of calls that ended" })),
      updated_at: Time,
      ...ORGANIZATION,
    },
    {
      call_id: "wacid.ABGGFjFVU2AfAgo6V",
      channel_id: EXAMPLE_IDS.channel_id,
      contact_id,
      conversation_id: EXAMPLE_IDS.conversation_id,
      message_id: EXAMPLE_IDS.message_id,
      phone: "14155550123",
      direction: "inbound",
      status: "completed",
      duration_seconds: 42,
      updated_at: "2026-11-21T09:30:00.000Z",
      organization_id,
    },
  ),
  "contact.updated": event(
    "A contact was created or changed.",
    { contact_id: Id("The contact"), name: Nullable(Type.String()), ...ORGANIZATION },
    { contact_id, name: "Ada", organization_id },
  ),
  "contact.erased": event(
    "A person is being erased: what your programs keep of them has to go, too.",
    { contact_id: Id("The contact, which is gone"), erasure_id: Id("The erasure"), ...ORGANIZATION },
    { contact_id, erasure_id: "ers_01JDB2M5S8V0ZC3K7Q2M4N6P95", organization_id },
  ),
  "template.status_update": event(
    "WhatsApp decided on a template.",
    {
      template_id: Id("The template"),
      channel_id: Nullable(Id("A channel of its account, the first; null where none is left")),
      status: Type.String(),
      name: Type.String(),
      language: Type.String(),
      rejected_reason: Nullable(Type.String({ description: "Why WhatsApp rejected it" })),
      ...ORGANIZATION,
    },
    {
      template_id: "tpl_01JDB2M5S8V0ZC3K7Q2M4N6P8V",
      channel_id: EXAMPLE_IDS.channel_id,
      status: "approved",
      name: "table_booked",
      language: "en_US",
      rejected_reason: null,
      organization_id,
    },
  ),
  "commerce.order.updated": event(
    "An order or its payment changed.",
    {
      order_id: Id("The order"),
      order_no: Type.String(),
      status: Type.String(),
      payment_status: Type.String(),
      message_id: Id("The message that placed it"),
      conversation_id: Id("The conversation of that message"),
      contact_id: Nullable(Id("Who placed it; null once the contact is deleted")),
      channel_id: Id("The channel"),
      ...ORGANIZATION,
    },
    {
      order_id: "ord_01JDB2M5S8V0ZC3K7Q2M4N6P8V",
      order_no: "1042",
      status: "confirmed",
      payment_status: "paid",
      ...MESSAGE_IDS,
      contact_id,
    },
  ),
} satisfies Record<string, EventKind>;
