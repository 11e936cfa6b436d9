import { Nullable, Type } from "../lib/typebox.ts";
import { type EventKind, EXAMPLE_IDS, event, Id, ORGANIZATION, Time } from "./catalogue-kind.ts";

const { channel_id, contact_id, conversation_id, message_id, organization_id } = EXAMPLE_IDS;

/** Where a call stands among messages, once it has ended. */
export const SHOWN_CALL = {
  conversation_id: Nullable(
    Type.String({ description: "The conversation in which it stands, once it has ended" }),
  ),
  message_id: Nullable(
    Type.String({ description: "Its message there, a `call` or a `missed_call`; it has no `message.new`" }),
  ),
};

const UNANSWERED = {
  call_id: Id("WhatsApp's id of the call"),
  channel_id: Id("The channel"),
  contact_id: Nullable(Type.String({ description: "The contact, if the person is one" })),
  ...SHOWN_CALL,
  phone: Nullable(Type.String({ description: "Digits of the person's number, if it is known" })),
  user_id: Nullable(Type.String({ description: "WhatsApp's own id of the person, such as `<digits>@lid`" })),
  group_id: Nullable(Type.String({ description: "The group that was called, if it was one" })),
  occurred_at: Time,
  ...ORGANIZATION,
};
const unanswered = {
  call_id: "3EB0C767D71BDF4B5D6A1B2C3D4E5F60",
  channel_id,
  contact_id,
  conversation_id,
  message_id,
  phone: "14155550123",
  user_id: "187240155021834@lid",
  group_id: null,
  occurred_at: "2026-11-21T09:30:00.000Z",
  organization_id,
};

/** Events about calls to paired numbers. */
export const CALL_EVENTS = {
  "call.missed": event("Somebody called a paired number, and nobody took the call.", UNANSWERED, unanswered),
  "call.rejected": event(
    "A call to a paired number was rejected: by Waypost, if the channel's `calls` setting says so, or on the phone.",
    UNANSWERED,
    unanswered,
  ),
} satisfies Record<string, EventKind>;
