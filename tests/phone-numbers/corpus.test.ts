/** Numbers as people and programs write them, with their right values from another library's examples. */
import { expect, test } from "bun:test";
import { COUNTRIES, foreignIn, spellingsOf } from "../../scripts/lib/phone-numbers/corpus.ts";
import { totalsOf } from "../../scripts/lib/phone-numbers/totals.ts";

const MOST_REFUSED = 0.03;
const totals = COUNTRIES.map((country) => ({
  country,
  ...totalsOf([...spellingsOf(country), ...foreignIn(country)]),
}));

test.each(totals)("no number of $country is read as another one", ({ right, wrong }) => {
  expect(wrong).toEqual([]);
  expect(right).toBeGreaterThan(100);
});

test("at least 5,000 spellings in 60 countries are read, and of a hundred at most three are refused", () => {
  const all = totals.reduce((sum, { right, refused }) => sum + right + refused.length, 0);
  const refused = totals.flatMap((one) => one.refused);
  expect(totals.length).toBeGreaterThanOrEqual(60);
  expect(all).toBeGreaterThanOrEqual(5000);
  expect(refused.length / all).toBeLessThan(MOST_REFUSED);
});
