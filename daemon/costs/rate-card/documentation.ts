import { documented } from "../../http/openapi/documentation.ts";
import { CardsSchema, DOCUMENTED_PUT_BODY } from "./schema.ts";

const EXAMPLE = {
  card: {
    ...{ id: "rc_01JDB2M5S8V0ZC3K7Q2M4N6P8T", currency: "EUR", valid_from: "2026-10-01", valid_until: null },
    created_at: "2026-09-28T09:30:00.000Z",
    prices: {
      Germany: {
        ...{ marketing: 0.1131, authentication: 0.0456, service: 0.0456 },
        utility: [
          { above: 0, amount: 0.0456 },
          { above: 100_000, amount: 0.0433 },
        ],
      },
    },
    countries: { Germany: ["DE"] },
    notes: [],
  },
  cards: [{ currency: "EUR", valid_from: "2026-10-01", valid_until: null }],
};

const responses = {
  200: { description: "The card and the dates of all", schema: CardsSchema, example: EXAMPLE },
};

/** What the reference says of `/v1/rate-card`. */
export const DOCUMENTED = {
  get: documented({
    operation: "getRateCard",
    errors: [422],
    summary: "Get the rate card",
    description: "The card that is valid on a day, by default today. `card` is null where there is none.",
    responses,
  }),
  put: documented({
    body: DOCUMENTED_PUT_BODY,
    operation: "putRateCard",
    errors: [422],
    summary: "Set the rate card",
    description:
      "In JSON, or as Meta publishes it, as CSV; the files of rates and of volume tiers are on Meta's page of pricing, for each currency. A card replaces the one that is valid from the same day, and leaves all others: each is valid until the next one. The days since its first one are counted again, with what WhatsApp reported of each message (`counting_since`); the same prices again change nothing. A price that is ten times off its tiers, the card before, other markets or other categories is refused, unless `confirmed` says that it is meant so. Needs a key of the operator's organisation (403 `operator_only`).",
    wording: {
      409: {
        description: "Prices that look like a mistake, each in `errors`; `confirmed` takes them",
        code: "unlikely_prices",
        detail: "line 7: Brazil, utility: 0.068 is ten times off the card before it, which has 0.0068",
      },
    },
    responses,
  }),
  delete: documented({
    operation: "deleteRateCard",
    summary: "Delete a rate card",
    description:
      "The one that is valid from a day: the one before it is then valid on, and the days since are counted again by that (`counting_since`); without one they have no price. Needs a key of the operator's organisation (403 `operator_only`).",
    errors: [404, 422],
    responses,
  }),
};
