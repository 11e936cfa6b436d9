import { Nullable, Type } from "../lib/typebox.ts";
import { type EventKind, EXAMPLE_IDS, event, Id, ORGANIZATION } from "./catalogue-kind.ts";
import { HoldSchema } from "./hold.ts";

const HOLD = {
  conversation_id: Id("The conversation"),
  channel_id: Id("Its channel"),
  contact_id: Nullable(Id("The contact")),
  held_by: HoldSchema,
};
const HOLD_EXAMPLE = {
  conversation_id: EXAMPLE_IDS.conversation_id,
  channel_id: EXAMPLE_IDS.channel_id,
  contact_id: EXAMPLE_IDS.contact_id,
  held_by: {
    type: "user",
    id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a12",
    name: "Grace",
    since: "2026-11-21T09:30:00.000Z",
    until: "2026-11-21T10:30:00.000Z",
  },
};

const { contact_id, organization_id } = EXAMPLE_IDS;

/** Events about conversations. */
export const CONVERSATION_EVENTS = {
  "conversation.updated": event(
    "A conversation's assignment, status, preview or tags changed, or it was archived.",
    {
      conversation_id: Id("The conversation"),
      status: Type.String(),
      assignee_id: Nullable(Type.String({ description: "The user it is assigned to" })),
      team_id: Nullable(Type.String({ description: "The team it is assigned to" })),
      archived: Type.Optional(
        Type.Boolean({ description: "Whether it is archived; absent where its preview or tags changed" }),
      ),
      channel_id: Id("Its channel"),
      ...ORGANIZATION,
      message_id: Type.Optional(
        Id(
          "The message that is now the newest, or that was edited or deleted; calls and system messages have no `message.new`. Absent for other changes",
        ),
      ),
      tags: Type.Optional(
        Type.Array(Type.String(), { description: "All its tags; absent unless they changed" }),
      ),
    },
    {
      conversation_id: EXAMPLE_IDS.conversation_id,
      status: "open",
      assignee_id: null,
      team_id: null,
      channel_id: EXAMPLE_IDS.channel_id,
      organization_id,
      message_id: EXAMPLE_IDS.message_id,
    },
  ),
  "conversation.handover": event(
    "Meta Business Agent, or another app on the same number, holds a conversation from now on, or the business does.",
    {
      conversation_id: Id("The conversation"),
      channel_id: Id("Its channel"),
      contact_id: Nullable(Id("The contact")),
      handled_by: Type.Union([Type.Literal("business"), Type.Literal("agent")]),
      cause: Type.String({
        description:
          "`message`: Meta sent a message to the new holder; `passed`: who held it gave it; `taken`: the new holder took it; `sent`: the business took it by what it sent; `asked`: somebody here took it, or gave it back",
      }),
      note: Nullable(Type.String({ description: "The words of who gave or took it" })),
      summary: Nullable(Type.String({ description: "What Meta's agent says of the conversation so far" })),
      by: Nullable(Type.String({ description: "The user or API key that took it, or gave it back" })),
      occurred_at: Type.String({ description: "When, as Meta dates it" }),
      ...ORGANIZATION,
    },
    {
      conversation_id: EXAMPLE_IDS.conversation_id,
      channel_id: EXAMPLE_IDS.channel_id,
      contact_id,
      handled_by: "business",
      cause: "passed",
      note: "The customer asks for a person",
      summary: "Ada wants to move her booking to Friday.",
      by: null,
      occurred_at: "2026-11-21T09:30:00.000Z",
      organization_id,
    },
  ),
  "conversation.held": event(
    "Somebody holds a conversation from now on, so that bots leave it alone.",
    {
      ...HOLD,
      cause: Type.String({
        description:
          "`asked`: they took it, or hold it until another time; `answered`: they answered, and the channel has `hold_on_answer`; `handed_over`: Meta's agent holds it; `merged`: they held a conversation that became part of this one",
      }),
      ...ORGANIZATION,
    },
    { ...HOLD_EXAMPLE, cause: "asked", organization_id },
  ),
  "conversation.released": event(
    "Nobody holds a conversation any more.",
    {
      ...HOLD,
      cause: Type.String({
        description:
          "`asked`: it was released; `ended`: its time is over, or who held it is gone; `handed_over`: Meta's agent gave it up; `merged`: Meta's agent holds the conversation that it is part of now",
      }),
      by: Nullable(Type.String({ description: "The user or API key that released it" })),
      ...ORGANIZATION,
    },
    { ...HOLD_EXAMPLE, cause: "ended", by: null, organization_id },
  ),
  "conversation.filled": event(
    "The phone of a paired number was asked for what it has of while Waypost was away, and gave all of it, or gave no more.",
    {
      conversation_id: Id("The conversation"),
      channel_id: Id("Its channel"),
      contact_id: Nullable(Id("The contact")),
      messages: Type.Integer({ description: "How many it gave; they have no events of their own" }),
      since: Type.String({ description: "Since when Waypost was away" }),
      until: Type.String(),
      missing_since: Nullable(
        Type.String({ description: "From when on messages may be missing; null where all are there" }),
      ),
      missing_until: Nullable(Type.String()),
      ...ORGANIZATION,
    },
    {
      conversation_id: EXAMPLE_IDS.conversation_id,
      channel_id: EXAMPLE_IDS.channel_id,
      contact_id,
      messages: 3,
      since: "2026-11-21T09:30:00.000Z",
      until: "2026-11-21T09:42:00.000Z",
      missing_since: null,
      missing_until: null,
      organization_id,
    },
  ),
  "conversation.note_created": event(
    "A colleague wrote a note about a conversation.",
    {
      note_id: Id("The note"),
      conversation_id: Id("The conversation"),
      channel_id: Id("Its channel"),
      author: Id("The user or API key that wrote it"),
      mentions: Type.Array(Type.String(), { description: "The users that it is for" }),
      ...ORGANIZATION,
    },
    {
      note_id: "note_01JDB2M5S8V0ZC3K7Q2M4N6P8Q",
      conversation_id: EXAMPLE_IDS.conversation_id,
      channel_id: EXAMPLE_IDS.channel_id,
      author: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a12",
      mentions: ["01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a13"],
      organization_id,
    },
  ),
  "conversation.merged": event(
    "Two conversations of one channel became one, because their contacts did.",
    {
      conversation_id: Id("The conversation that is gone; its id leads to the other from now on"),
      merged_into: Id("The conversation that has its messages now"),
      contact_id: Id("The contact of both"),
      channel_id: Id("Their channel"),
      ...ORGANIZATION,
    },
    {
      conversation_id: "cv_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
      merged_into: EXAMPLE_IDS.conversation_id,
      contact_id,
      channel_id: EXAMPLE_IDS.channel_id,
      organization_id,
    },
  ),
} satisfies Record<string, EventKind>;
