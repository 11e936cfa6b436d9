import { Nullable, type Static, Type } from "../../lib/typebox.ts";

const NOTHING_ELSE = { additionalProperties: false };
const CURRENCY = "^[A-Z]{3}$";
const DAY = "^\\d{4}-\\d{2}-\\d{2}$";

const CurrencySchema = Type.String({
  pattern: CURRENCY,
  examples: ["EUR"],
  description: "Three capital letters (ISO 4217), such as EUR",
});
export const DaySchema = Type.String({
  pattern: DAY,
  examples: ["2026-10-01"],
  description: "A day, such as 2026-10-01",
});

const Amount = Type.Number({ minimum: 0, maximum: 1_000_000 });
const Tiers = Type.Array(
  Type.Object(
    { above: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }), amount: Amount },
    { ...NOTHING_ELSE, description: "What each message costs after so many of the calendar month" },
  ),
  { minItems: 1, maxItems: 50 },
);

const PRICES = {
  title: "Prices",
  description:
    "By market: two letters of a country, its English name, a region of Meta's such as `Rest of Africa`, or `Other` (or `*`) for all others; then by category: `marketing`, `utility`, `authentication`, `authentication_international`, `service`. A price, or tiers by the messages of a calendar month, those of a region together: `[{ above, amount }]`, what each message costs after so many",
};

/**
 * By market and category; both in Meta's names, in capital letters or small ones. Names are checked later: those that no
 * pattern matches would be left out without a word.
 */
export const PricesSchema = Type.Record(
  Type.String(),
  Type.Record(Type.String(), Type.Union([Amount, Tiers])),
  PRICES,
);

/** The same as it is documented: generators make no code that compiles of a number or a list. */
const ShownPrices = Type.Record(
  Type.String(),
  Type.Record(
    Type.String(),
    Type.Unsafe<Static<typeof Amount> | Static<typeof Tiers>>(
      Type.Unknown({ description: "A number, or tiers" }),
    ),
  ),
  PRICES,
);

const Csv = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 500_000, description }));

export const PutBody = Type.Object(
  {
    currency: Type.Optional(CurrencySchema),
    valid_from: Type.Optional(
      Type.String({
        pattern: DAY,
        examples: ["2026-10-01"],
        description:
          "The first day with its rates, in the time zone of the business account; by default the one that the CSV names, else today",
      }),
    ),
    prices: Type.Optional(PricesSchema),
    csv: Csv("Meta's rate card as published, in place of `prices`"),
    tiers_csv: Csv("Meta's volume tiers of the same currency, beside `csv`"),
    confirmed: Type.Optional(
      Type.Boolean({
        description: "Takes prices that are ten times off others, which are refused with 409 otherwise",
      }),
    ),
  },
  {
    examples: [
      {
        currency: "EUR",
        valid_from: "2026-10-01",
        prices: {
          Germany: { marketing: 0.1131, utility: 0.0456, authentication: 0.0456, service: 0.0456 },
          Other: { marketing: 0.05, utility: 0.01, authentication: 0.01, service: 0.01 },
        },
      },
    ],
  },
);

export const DOCUMENTED_PUT_BODY = {
  schema: Type.Object({ ...PutBody.properties, prices: Type.Optional(ShownPrices) }),
  examples: { prices: PutBody.examples?.[0] },
};

export const CountingSinceSchema = Type.Optional(
  Type.String({
    examples: ["2026-10-01"],
    description:
      "While costs are counted again, since a rate card was set or deleted: the first day that is. Absent once all are counted",
  }),
);

const Validity = {
  currency: Type.String(),
  valid_from: Type.String({ description: "The first day with its rates" }),
  valid_until: Nullable(Type.String({ description: "The last one; null until another card follows" })),
};

export const CardSchema = Type.Object(
  {
    id: Type.String(),
    ...Validity,
    created_at: Type.String({ format: "date-time" }),
    prices: ShownPrices,
    countries: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: "The countries of each market, by two letters; `*` is any other",
    }),
    notes: Type.Array(Type.String(), { description: "What will have no price by it, in words" }),
  },
  { title: "RateCard" },
);

export const CardsSchema = Type.Object(
  {
    card: Nullable(CardSchema),
    cards: Type.Array(Type.Object(Validity), { description: "All cards, the newest first" }),
    counting_since: CountingSinceSchema,
  },
  { title: "RateCards" },
);
