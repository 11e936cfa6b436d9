import { Nullable, Type } from "../lib/typebox.ts";

/** What a message costs. */
export const CostSchema = Nullable(
  Type.Object(
    {
      amount: Nullable(Type.Number({ description: "Null where the rate card has no such rate" })),
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
      basis: Nullable(Type.String({ description: "The rate card that has its price" })),
    },
    {
      title: "MessageCost",
      description:
        "What a message on an official number costs; null for others, and without a [rate card](/docs/guides/costs)",
    },
  ),
);
