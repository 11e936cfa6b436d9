import type { KeyAgent } from "../../../db/auth/api-keys.ts";
import { DAYS } from "../../lib/time/local-time.ts";
import { Type } from "../../lib/typebox.ts";

const Clock = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$", examples: ["09:00"] });
const Most = (of: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: `${of} at most` }));
const Money = (of: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000_000, description: `${of}, at most` }));
const names = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
      ...{ minItems: 1, maxItems: 100, uniqueItems: true, description },
    }),
  );

/** The people that an agent may write to. */
const RECIPIENTS = ["answered", "list", "contacts", "anyone"] as const;

const ApproverSchema = Type.Object(
  {
    channel_id: Type.String({ maxLength: 64, description: "The official number that asks" }),
    to: Type.String({
      ...{ pattern: "^\\+?[1-9][0-9]{6,14}$", description: "The number of the person who is asked" },
    }),
    template: Type.Optional(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 512 }),
          language: Type.String({ minLength: 1, maxLength: 16 }),
        },
        {
          description:
            "A template without variables that invites them to write, where they have not within 24 hours: then they are asked. Without it, they are asked once they write",
        },
      ),
    ),
  },
  { additionalProperties: false, description: "Who is asked for approvals on WhatsApp, too" },
);

/** What becomes of a bot's answers. */
export const WhenHeldSchema = Type.Union([Type.Literal("refuse"), Type.Literal("wait")], {
  description:
    "What becomes of its answers while somebody else holds the conversation: they are refused with `conversation_held`, or wait until it is released",
});

/** The guard of a key for an agent: what it may send, and who it may write to. */
export const AgentSchema = Type.Unsafe<KeyAgent>(
  Type.Object(
    {
      recipients: Type.Union(
        RECIPIENTS.map((one) => Type.Literal(one)),
        {
          description:
            "`answered`: people who wrote to the channel before; `list`: the contacts on a list; `contacts`: those who are a contact already; or `anyone`",
        },
      ),
      list_id: Type.Optional(Type.String({ maxLength: 64, description: "With `list`: the list" })),
      types: names("Message types that it may send; the default is all"),
      templates: names("Names of templates that it may send; the default is all"),
      messages_per_hour: Most("Messages in 60 minutes"),
      messages_per_day: Most("Messages in 24 hours"),
      new_people_per_hour: Most("People that the channel has no conversation with, in 60 minutes"),
      new_people_per_day: Most("People that the channel has no conversation with, in 24 hours"),
      money_per_hour: Money("What messages of 60 minutes are expected to cost"),
      money_per_day: Money("What messages of 24 hours are expected to cost"),
      currency: Type.Optional(
        Type.String({
          pattern: "^[A-Z]{3}$",
          examples: ["EUR"],
          description: "With `money_per_hour` or `money_per_day`: that of the organisation's prices",
        }),
      ),
      approval: Type.Optional(
        Type.Union(
          (["never", "new_people", "always"] as const).map((one) => Type.Literal(one)),
          {
            description:
              "What waits until a person approves it: nothing, the default; messages to people that the channel has no conversation with; or all",
          },
        ),
      ),
      approval_at_client: Type.Optional(
        Type.Boolean({
          description:
            "Whether a person at the agent's program may approve, too. Only as safe as that program, which could answer by itself",
        }),
      ),
      approval_to: Type.Optional(ApproverSchema),
      when_held: Type.Optional(WhenHeldSchema),
      hours: Type.Optional(
        Type.Object(
          {
            zone: Type.String({ minLength: 1, maxLength: 64, description: "Such as Europe/Berlin" }),
            days: Type.Array(
              Type.Object({ day: Type.Union(DAYS.map((day) => Type.Literal(day))), from: Clock, to: Clock }),
              { minItems: 1, maxItems: 21 },
            ),
          },
          { description: "The hours in which it may send; where `to` is before `from`, they pass midnight" },
        ),
      ),
    },
    {
      title: "Agent",
      additionalProperties: false,
      description: "Makes it a key for an agent: limits what may be sent with it, and who it may write to",
    },
  ),
);
