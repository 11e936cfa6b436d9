/** What a message costs by the cards of an installation. */
import { expect, test } from "bun:test";
import { createRateOf } from "../../daemon/costs/rates/rates.ts";

const CARDS = [
  { id: "new", valid_from: "2026-10-01" },
  { id: "old", valid_from: "2026-07-01" },
];
const row = (card_id: string, country: string, category: string, amount: number, above = 0) => ({
  ...{ card_id, country, category, above, amount },
  market: country === "*" ? "Other" : country,
});
const rateOf = createRateOf(CARDS, [
  row("new", "DE", "marketing", 0.12),
  row("new", "IN", "utility", 0.01),
  row("new", "IN", "utility", 0.008, 100_000),
  row("new", "*", "utility", 0.02),
  row("old", "DE", "marketing", 0.11),
]);
const amountOf = (query: Partial<Parameters<typeof rateOf>[0]>) =>
  rateOf({ country: "DE", category: "marketing", day: "2026-11-26", ...query })?.tiers[0]?.amount;

test("the newest card that is valid on the day decides", () => {
  expect(amountOf({})).toBe(0.12);
  expect(amountOf({ day: "2026-10-01" })).toBe(0.12);
  expect(amountOf({ day: "2026-09-30" })).toBe(0.11);
  expect(amountOf({ day: "2026-06-30" })).toBeUndefined();
});

test("what a card has no rate for is charged as any other country, and marketing_lite as marketing", () => {
  expect(amountOf({ category: "MARKETING_LITE" })).toBe(0.12);
  expect(amountOf({ category: "utility" })).toBe(0.02);
  expect(amountOf({ category: "utility", country: null })).toBe(0.02);
  expect(amountOf({ category: "Authentication-International" })).toBeUndefined();
});

test("tiers are in order, with the market whose messages are counted together", () => {
  const query = { country: "IN", category: "utility", day: "2026-11-26" };
  expect(rateOf(query)).toEqual({
    card_id: "new",
    market: "IN",
    tiers: [
      { above: 0, amount: 0.01 },
      { above: 100_000, amount: 0.008 },
    ],
  });
});
