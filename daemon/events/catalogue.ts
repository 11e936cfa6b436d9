import { type TObject, type TProperties, Type } from "@sinclair/typebox";
import { MESSAGE_STATUSES, MessageErrorSchema } from "../messages/record.ts";
import { Nullable } from "../nullable.ts";

/** One kind of event: when it fires, and its body, which is flat and may grow more fields. */
export type EventKind = { description: string; body: TObject; example: Record<string, unknown> };

const Id = (description: string) => Type.String({ description });
const Time = Type.String({ format: "date-time" });
const Metadata = Type.Optional(Nullable(Type.Record(Type.String(), Type.Unknown())));

const ORGANIZATION = { organization_id: Id("The organisation") };
const MESSAGE = { message_id: Id("The message"), conversation_id: Id("Its conversation") };
const CRM_RECORD = {
  object_kind: Type.String({ description: "Which kind of record, such as company or deal" }),
  record_id: Id("The record"),
  display_name: Type.String(),
  ...ORGANIZATION,
};

const IDS = {
  message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  conversation_id: "cv_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
  channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  organization_id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8A",
};
const CRM_EXAMPLE = {
  object_kind: "company",
  record_id: "01JDB2M5S8V0ZC3K7Q2M4N6P8W",
  display_name: "Blue Door Café",
  organization_id: IDS.organization_id,
};

function event(description: string, body: TProperties, example: Record<string, unknown>): EventKind {
  return { description, body: Type.Object(body, { additionalProperties: true }), example };
}

/** Every event that can be subscribed to, by its name. */
export const EVENTS = {
  "message.new": event(
    "A message arrived from a contact.",
    {
      ...MESSAGE,
      contact_id: Type.Optional(Nullable(Type.String())),
      channel_id: Type.Optional(Type.String()),
      direction: Type.Union([Type.Literal("inbound"), Type.Literal("outbound")]),
      from_phone: Nullable(Type.String({ description: "Digits of the sender's number" })),
      msg_type: Type.String({ description: "Type of the message, such as text, interactive or location" }),
      ...ORGANIZATION,
    },
    {
      ...IDS,
      contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
      direction: "inbound",
      from_phone: "14155550123",
      msg_type: "text",
    },
  ),
  "message.sent": event(
    "The provider took an outbound message.",
    { ...MESSAGE, channel_id: Id("The channel"), ...ORGANIZATION, metadata: Metadata },
    { ...IDS, metadata: null },
  ),
  "message.status_update": event(
    "The status of an outbound message changed.",
    {
      ...MESSAGE,
      channel_id: Id("The channel"),
      status: Type.Union(MESSAGE_STATUSES.map((status) => Type.Literal(status))),
      ...ORGANIZATION,
      updated_at: Time,
      error: Nullable(MessageErrorSchema),
      metadata: Metadata,
    },
    { ...IDS, status: "delivered", updated_at: "2026-11-21T09:30:00.000Z", error: null, metadata: null },
  ),
  "conversation.updated": event(
    "A conversation's assignment, status, preview or tags changed.",
    { conversation_id: Id("The conversation"), status: Type.String(), ...ORGANIZATION },
    { conversation_id: IDS.conversation_id, status: "open", organization_id: IDS.organization_id },
  ),
  "contact.updated": event(
    "A contact was made or changed.",
    { contact_id: Id("The contact"), name: Nullable(Type.String()), ...ORGANIZATION },
    { contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T", name: "Ada", organization_id: IDS.organization_id },
  ),
  "template.status_update": event(
    "WhatsApp decided about a template.",
    { template_id: Id("The template"), status: Type.String(), ...ORGANIZATION },
    {
      template_id: "tpl_01JDB2M5S8V0ZC3K7Q2M4N6P8U",
      status: "approved",
      organization_id: IDS.organization_id,
    },
  ),
  "commerce.order.updated": event(
    "An order or its payment changed.",
    {
      order_id: Id("The order"),
      order_no: Type.String(),
      status: Type.String(),
      payment_status: Type.String(),
    },
    { order_id: "01JDB2M5S8V0ZC3K7Q2M4N6P8V", order_no: "1042", status: "confirmed", payment_status: "paid" },
  ),
  "crm.record.created": event("A CRM record was made.", CRM_RECORD, CRM_EXAMPLE),
  "crm.record.updated": event("A CRM record changed.", CRM_RECORD, CRM_EXAMPLE),
  "crm.record.deleted": event("A CRM record was deleted.", CRM_RECORD, CRM_EXAMPLE),
  "crm.deal.stage_changed": event(
    "A deal moved to another stage of its pipeline.",
    { ...CRM_RECORD, stage: Type.Optional(Type.String()), previous_stage: Type.Optional(Type.String()) },
    { ...CRM_EXAMPLE, object_kind: "deal", stage: "won", previous_stage: "negotiation" },
  ),
} satisfies Record<string, EventKind>;

/** The names of all events, in the order of the catalogue. */
export const EVENT_TYPES: readonly string[] = Object.keys(EVENTS);

/** Whether there is such an event. */
export function isEventType(name: string): boolean {
  return Object.hasOwn(EVENTS, name);
}
