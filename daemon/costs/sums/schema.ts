import { Nullable, type Static, Type } from "../../lib/typebox.ts";
import { CountingSinceSchema } from "../rate-card/schema.ts";

const SUM = {
  messages: Type.Integer({ description: "Delivered messages" }),
  free: Type.Integer({ description: "Of these, how many cost nothing" }),
  unpriced: Type.Integer({
    description: "How many the rate card has no rate for: they are not in the amount",
  }),
  amount: Type.Number({ description: "What they cost" }),
  currency: Nullable(Type.String({ description: "Null without a rate card" })),
};

/** What delivered messages cost, by groups and together. */
export const CostsSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          group: Nullable(
            Type.String({
              description: "A day, a month such as `2026-11`, or the id or name; null: of none, or not known",
            }),
          ),
          name: Nullable(
            Type.String({ description: "What the channel, broadcast, contact, key or user is called" }),
          ),
          ...SUM,
        },
        { title: "CostSum" },
      ),
    ),
    total: Type.Object(SUM, { description: "Of all groups, also of contacts that were deleted" }),
    counting_since: CountingSinceSchema,
    meta: Type.Object({
      next_cursor: Nullable(Type.String({ description: "Contacts come in pages: pass it as `cursor`" })),
    }),
  },
  { title: "Costs" },
);

export type Costs = Static<typeof CostsSchema>;

const EXAMPLE_SUM = { messages: 1840, free: 1000, unpriced: 0, amount: 5.712, currency: "EUR" };

export const COSTS_EXAMPLE: Costs = {
  data: [{ group: "2026-11", name: null, ...EXAMPLE_SUM }],
  total: EXAMPLE_SUM,
  meta: { next_cursor: null },
};
