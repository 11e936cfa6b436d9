import { expect, test } from "bun:test";
import { beginningOf } from "../../daemon/lib/characters.ts";

test.each([
  ["menu.pdf", 240, "menu.pdf"],
  ["menu.pdf", 4, "menu"],
  ["ab😀c", 4, "ab😀"],
  ["ab😀c", 3, "ab"],
  ["😀", 1, ""],
])("%j is cut to %i as %j, with whole characters alone", (text, most, beginning) => {
  expect(beginningOf(text, most)).toBe(beginning);
});
