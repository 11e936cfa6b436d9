import { expect, test } from "bun:test";
import { findKnots } from "../../scripts/checks/knots.ts";

/** `"ab bc"` has an arrow from a to b and one from b to c. */
const arrows = (text: string) => text.split(" ").map(([from = "", to = ""]) => ({ from, to }));

test.each([
  ["ab bc ac", []],
  ["ab ba", ["ab"]],
  ["aa ab", []],
  ["ab bc cd db", ["bcd"]],
  ["ab bc ca de ed cd", ["abc", "de"]],
  ["ab ac cb bd dc", ["bcd"]],
  ["ab bc cb ca", ["abc"]],
  ["xa ab ba xc cd dc", ["ab", "cd"]],
])("of %s, these lead to each other: %s", (text, knots) => {
  expect(
    findKnots(arrows(text))
      .map((names) => names.join(""))
      .sort(),
  ).toEqual(knots);
});
