import { type Counts, countPeople } from "../../db/broadcasts/counts.ts";
import type { Queryable } from "../../db/connection/client.ts";
import { type BroadcastCost, costsOfBroadcasts } from "../../db/costs/broadcasts.ts";
import type { RateCards } from "../costs/rates/rate-cards.ts";
import { Nullable, Type } from "../lib/typebox.ts";

/** How many people of a broadcast are in each state, and what it cost so far. */
export type Figures = { counts: Counts; cost: (BroadcastCost & { currency: string }) | null };

export const CostSoFarSchema = Nullable(
  Type.Object(
    {
      amount: Type.Number({ description: "What its delivered messages cost so far" }),
      expected: Nullable(
        Type.Number({
          description:
            "What its audience was expected to cost when it began, by the list prices of the rate card; null if that is not known",
        }),
      ),
      currency: Type.String(),
      messages: Type.Integer({ description: "Delivered messages" }),
      free: Type.Integer({ description: "Of these, how many cost nothing" }),
      unpriced: Type.Integer({ description: "How many the rate card has no rate for" }),
    },
    {
      title: "BroadcastCostSoFar",
      description: "Null before it begins, without a rate card, and on paired numbers, which cost nothing",
    },
  ),
);

/** What is counted of broadcasts, by their ids. */
export async function figuresOf(
  sql: Queryable,
  rateCards: Pick<RateCards, "currency">,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, Figures>> {
  const currency = rateCards.currency();
  const counts = await countPeople(sql, organizationId, ids);
  const costs = currency === null ? null : await costsOfBroadcasts(sql, organizationId, currency, ids);
  return new Map(
    [...counts].map(([id, people]) => {
      const cost = costs?.get(id);
      return [id, { counts: people, cost: cost && currency !== null ? { ...cost, currency } : null }];
    }),
  );
}
