import type { Client } from "../../lib/api/client.ts";
import type { RateCards } from "../../lib/api/types/costs.ts";
import { type Finding, warning, well } from "./finding.ts";

type Known = { currency: string | null; cards: RateCards["cards"] };

/** All rate cards, and what the organisation's costs are counted in. */
export async function readCards(client: Client): Promise<Known> {
  const { total } = await client.call("GET /v1/costs", { query: { group_by: "month" } });
  const { cards } = await client.call("GET /v1/rate-card", { query: {} });
  return { currency: total.currency, cards };
}

/** Which cards count nothing, since they are in another currency: old versions took them. */
export function cardFindings({ currency, cards }: Known): Finding[] {
  if (currency === null || cards.length === 0) return [];
  const ignored = cards.filter((card) => card.currency !== currency);
  if (ignored.length === 0) return [well("rate cards", `${cards.length}, in ${currency}`)];
  const named = ignored.map((card) => `${card.currency} ${card.valid_from}`);
  const count = ignored.length === 1 ? "1 in another currency counts" : `${ignored.length} in others count`;
  return [
    warning(
      "rate cards",
      `costs are counted in ${currency}; ${count} for nothing: ${named.join(", ")}`,
      `Delete: ${named.map((one) => `waypost rate-card delete ${one}`).join("; ")}. Or count in ${ignored[0]?.currency}: delete those in ${currency}, and make the budgets again.`,
    ),
  ];
}
