import { Nullable, Type } from "../lib/typebox.ts";
import { EXAMPLE_IDS, event, Id, ORGANIZATION } from "./catalogue-kind.ts";
import { CostSchema } from "./message-fields.ts";

export const ApprovalStatusSchema = Type.Union(
  (["waiting", "approved", "refused", "expired", "sent"] as const).map((status) => Type.Literal(status)),
  {
    description:
      "`approved`: accepted as a message, which is not sent yet; `sent`: that message is sent; `expired`: nobody decided in time",
  },
);

export const APPROVAL_EXAMPLE = {
  id: "apr_01JDB2M5S8V0ZC3K7Q2M4N6P97",
  status: "waiting",
  channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  requested_by: { key_id: "key_01JDB2M5S8V0ZC3K7Q2M4N6P93", name: "agent" },
  contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
  contact_name: "Ada",
  conversation_id: "cv_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
  message: {
    channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
    to: "14155550123",
    recipient: null,
    type: "text",
    content: { body: "Your table is booked for 8 pm." },
    scheduled_at: null,
    metadata: null,
  },
  preview: { text: "Your table is booked for 8 pm." },
  cost: null,
  created_at: "2026-11-21T09:30:00.000Z",
  expires_at: "2026-11-22T09:30:00.000Z",
  decided_at: null,
  decided_by: null,
  reason: null,
  message_id: null,
  asked: null,
};

/** The members of an approval. */
export const APPROVAL = {
  id: Type.String(),
  status: ApprovalStatusSchema,
  channel_id: Type.String(),
  requested_by: Type.Object(
    { key_id: Type.String(), name: Nullable(Type.String()) },
    { description: "The agent's key that asks" },
  ),
  contact_id: Nullable(Type.String({ description: "The recipient, where they are a contact" })),
  contact_name: Nullable(Type.String()),
  conversation_id: Nullable(Type.String({ description: "With the recipient; null where there is none yet" })),
  message: Type.Object(
    {
      channel_id: Type.String(),
      to: Nullable(Type.String({ description: "Digits only" })),
      recipient: Nullable(
        Type.String({ description: "Where there is no number: the user id, LID or group" }),
      ),
      type: Type.String(),
      content: Type.Record(Type.String(), Type.Unknown()),
      scheduled_at: Nullable(Type.String()),
      metadata: Nullable(Type.Record(Type.String(), Type.Unknown())),
    },
    { description: "What will be sent, as it is" },
  ),
  preview: Type.Object(
    { text: Type.String() },
    { description: "Its words; of a template, with the parameters in place" },
  ),
  cost: CostSchema,
  created_at: Type.String(),
  expires_at: Type.String({ description: "When it can't be approved any more" }),
  decided_at: Nullable(Type.String()),
  decided_by: Nullable(
    Type.Object({
      kind: Type.Union(
        ["user", "key", "whatsapp", "elicitation"].map((kind) => Type.Literal(kind)),
        {
          description:
            "`whatsapp`: the id is the number of who was asked; `elicitation`: a person at the program of the agent with that key",
        },
      ),
      id: Nullable(Type.String()),
      name: Nullable(Type.String()),
    }),
  ),
  reason: Nullable(
    Type.String({ description: "Why it was refused: the words of who decided, or why it could not be sent" }),
  ),
  message_id: Nullable(Type.String({ description: "The message that was sent" })),
  asked: Nullable(
    Type.Object(
      {
        channel_id: Type.String(),
        to: Type.String({ description: "Digits only" }),
        message_id: Nullable(Type.String({ description: "The message that asks; null until there is one" })),
        reason: Nullable(
          Type.String({
            description:
              "Why there is none, such as `outside_service_window`: they are asked once they write",
          }),
        ),
      },
      { description: "Who is asked on WhatsApp, by the key's guard; null where nobody is" },
    ),
  ),
};

const { id: _, ...MEMBERS } = APPROVAL;
const BODY = { approval_id: Id("The approval"), ...MEMBERS, ...ORGANIZATION };
const { id: approval_id, ...WAITING } = APPROVAL_EXAMPLE;
const { organization_id } = EXAMPLE_IDS;

/** Events about what agents may only send once a person agrees. */
export const APPROVAL_EVENTS = {
  "approval.requested": event("An agent asks to send a message.", BODY, {
    ...{ approval_id, ...WAITING, organization_id },
  }),
  "approval.decided": event(
    "A person approved or refused what an agent asked, or nobody did in time.",
    BODY,
    {
      ...{ approval_id, ...WAITING, organization_id },
      status: "refused",
      decided_at: "2026-11-21T09:31:00.000Z",
      decided_by: { kind: "user", id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a12", name: "Grace" },
      reason: "We are closed that day.",
    },
  ),
};
