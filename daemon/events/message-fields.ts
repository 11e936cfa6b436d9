import { Nullable, type Static, Type } from "../lib/typebox.ts";

/* What the records of messages and the events about them share. */

const MESSAGE_STATUSES = [
  "queued",
  "scheduled",
  "sending",
  "sent",
  "delivered",
  "read",
  "played",
  "failed",
  "cancelled",
] as const;

export const MessageStatus = Type.Union(MESSAGE_STATUSES.map((status) => Type.Literal(status)));

export const MessageErrorSchema = Type.Object(
  {
    code: Type.String(),
    title: Type.String(),
    detail: Type.String(),
    provider_code: Nullable(Type.String()),
    retryable: Type.Boolean(),
  },
  { title: "MessageError" },
);

/** The statuses a message had, oldest first. */
export const StatusHistorySchema = Type.Array(
  Type.Object({
    status: Type.String(),
    at: Type.String(),
    error: Type.Optional(
      Type.Unsafe<Static<typeof MessageErrorSchema>>({
        ...MessageErrorSchema,
        description:
          "Why the message had failed, if it turned out to have been sent after all; `copy_not_sent`: a device that can't read it asked for a copy, and gets none",
      }),
    ),
  }),
);

/** The id of a message's group, in its record and in events. */
export const GroupIdSchema = Nullable(
  Type.String({ description: "The group that it was written in; null for a message between two" }),
);

/** The group of a message, in its record and in events. */
export const MessageGroupSchema = Nullable(
  Type.Object(
    {
      id: Type.String({ description: "What `recipient` takes on paired numbers: `<digits>@g.us`" }),
      subject: Nullable(Type.String({ description: "Null until it is known" })),
      participant: Nullable(
        Type.String({
          description:
            "Who wrote it, as WhatsApp names them in the group: what `participant` takes in replies and reactions. Null for messages that the API sent",
        }),
      ),
      participant_contact_id: Nullable(Type.String({ description: "The contact of who wrote it" })),
      participant_name: Type.Optional(
        Nullable(Type.String({ description: "The contact's name now. Of records alone; events have none" })),
      ),
    },
    {
      // generators make a value that may be null only of a schema with a name
      title: "MessageGroup",
      description: "The group that it was written in; null for a message between two",
    },
  ),
);

/** What a message costs. */
export const CostSchema = Nullable(
  Type.Object(
    {
      amount: Nullable(
        Type.Number({
          description:
            "Null where the rate card has no such rate, and expected of a group in which nobody is known to be",
        }),
      ),
      currency: Type.String(),
      state: Type.Union(
        ["expected", "billed", "free", "refunded"].map((name) =>
          Type.Literal(name as "expected" | "billed" | "free" | "refunded"),
        ),
        {
          description:
            "`expected` until it is delivered: what is delivered is `billed` or `free`, by what WhatsApp reports; what failed or was cancelled is `refunded`",
        },
      ),
      category: Type.String({ description: "WhatsApp's, such as `marketing` or `service`" }),
      type: Type.String({
        description: "`regular`, or why it is free: `free_customer_service`, `free_entry_point`",
      }),
      country: Nullable(Type.String({ description: "The recipient's, by two letters" })),
      basis: Nullable(
        Type.String({
          description:
            "The rate card that has its price; `max_price`: it costs the amount or less, which is the maximum price of its template",
        }),
      ),
    },
    {
      title: "MessageCost",
      description:
        "What a message on an official number costs; null for others, and without a [rate card](/docs/guides/costs)",
    },
  ),
);
