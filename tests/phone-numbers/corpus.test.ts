/** Numbers as people and programs write them, with their right values from another library's examples. */
import { expect, test } from "bun:test";
import { readNumber } from "../../daemon/phone-numbers/read.ts";
import { COUNTRIES, foreignIn, type Spelling, spellingsOf } from "./corpus.ts";

const MOST_REFUSED = 0.03;
const totals = COUNTRIES.map((country) => totalsOf(country));

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

/** How the spellings of a country are read. */
function totalsOf(country: string) {
  const totals = { country, right: 0, wrong: [] as Spelling[], refused: [] as Spelling[] };
  for (const spelling of [...spellingsOf(country), ...foreignIn(country)]) {
    const read = readNumber(spelling.text, spelling.country);
    if (read.kind !== "one") totals.refused.push(spelling);
    else if (read.number === spelling.number) totals.right += 1;
    else totals.wrong.push(spelling);
  }
  return totals;
}
