import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { findOwnCurrency, updateOwnCurrency } from "../../db/costs/write-rate-card.ts";
import { audited } from "../auth/audit.ts";
import { refuseRestrictedKey } from "../auth/restricted.ts";
import { refused } from "../contacts/refused.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import { CurrencySchema } from "./rate-card/schema.ts";
import type { RateCards } from "./rates/rate-cards.ts";

const tags = ["Costs"];

const SettingsSchema = Type.Object(
  {
    currency: Nullable(Type.String({ description: "The one that was chosen" })),
    counted_in: Nullable(
      Type.String({
        description:
          "What costs are counted in: the chosen currency, else that of the newest rate card; null without a card",
      }),
    ),
  },
  { title: "CostSettings", examples: [{ currency: null, counted_in: "EUR" }] },
);

/** `/v1/settings/costs`: what an organisation's costs are counted in. */
export function costSettingsRoutes(
  http: Http,
  { sql, rateCards }: { sql: Sql; rateCards: Pick<RateCards, "look" | "currencies" | "currencyOf"> },
) {
  async function show(organizationId: string) {
    const currency = await findOwnCurrency(sql, organizationId);
    return { currency, counted_in: rateCards.currencyOf(organizationId) };
  }

  return new Elysia({ prefix: "/v1/settings/costs" })
    .use(http)
    .get("", async ({ caller }) => await show(caller.organizationId), {
      permission: "costs:read",
      detail: documented({
        tags,
        operation: "getCostSettings",
        summary: "Get cost settings",
        responses: { 200: { description: "The settings", schema: SettingsSchema } },
      }),
    })
    .patch(
      "",
      async ({ caller, body: { currency } }) => {
        refuseRestrictedKey(caller);
        const known = rateCards.currencies();
        if (currency !== null && !known.includes(currency))
          throw refused("/currency", `there is no rate card in it; there are: ${known.join(", ") || "none"}`);
        const entry = { action: "settings.updated", target: { type: "settings", id: "costs" } };
        await audited(sql, caller, { ...entry, changes: { currency } }, (transaction) =>
          updateOwnCurrency(transaction, caller.organizationId, currency),
        );
        await rateCards.look();
        return await show(caller.organizationId);
      },
      {
        permission: "costs:manage",
        body: Type.Object({ currency: Nullable(CurrencySchema) }, { examples: [{ currency: "EUR" }] }),
        detail: documented({
          tags,
          operation: "updateCostSettings",
          summary: "Change cost settings",
          description:
            "The currency that costs are counted in from now on, of those that there is a rate card in; null is that of the newest card.",
          responses: { 200: { description: "The settings", schema: SettingsSchema } },
        }),
      },
    );
}
