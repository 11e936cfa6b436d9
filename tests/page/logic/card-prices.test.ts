/** The prices of a rate card as they are typed. */
import { expect, test } from "bun:test";
import { isFilled } from "../../../daemon/page/client/views/costs/cards/card-body.ts";
import { emptyRow, pricesOf, rowsOf } from "../../../daemon/page/client/views/costs/cards/prices.ts";

const TIERS = [
  { above: 0, amount: 0.05 },
  { above: 1000, amount: 0.04 },
];
const CARD = {
  DE: { marketing: 0.12, utility: TIERS, authentication_international: 0.3 },
  Other: { service: 0.01 },
};
const [germany = emptyRow("DE")] = rowsOf(CARD);
const typed = (amounts: Partial<typeof germany.amounts>) => [
  { ...germany, amounts: { ...germany.amounts, ...amounts } },
];

test("a card comes back as it was where nothing is typed", () => {
  expect(pricesOf(rowsOf(CARD))).toEqual(CARD);
});

test.each([
  ["an amount in place of another", { marketing: "0.2" }, { ...CARD.DE, marketing: 0.2 }],
  ["one in a category that had none", { service: "0" }, { ...CARD.DE, service: 0 }],
  [
    "the first of its tiers, whose others stay",
    { utility: "0.06" },
    { ...CARD.DE, utility: [{ above: 0, amount: 0.06 }, TIERS[1]] },
  ],
  ["none", { marketing: " ", utility: "" }, { authentication_international: 0.3 }],
])("typed is %s", (_what, amounts, prices) => {
  expect<unknown>(pricesOf(typed(amounts))).toEqual({ DE: prices });
});

test("what has no country or no price is left out", () => {
  const nowhere = { ...emptyRow(null), amounts: { ...germany.amounts, marketing: "1" } };
  expect(pricesOf([emptyRow("FR"), nowhere])).toEqual({});
});

test("prices that belong to no country are not thrown away: there is nothing to set until they do", () => {
  const nowhere = { ...emptyRow(null), amounts: { ...germany.amounts, marketing: "1" } };
  const card = { from: "typed", rates: "", tiers: "", currency: "EUR", validFrom: "" } as const;
  expect(isFilled({ ...card, rows: [germany, emptyRow(null)] })).toBe(true);
  expect(isFilled({ ...card, rows: [germany, nowhere] })).toBe(false);
});
