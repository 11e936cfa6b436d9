import { expect, test } from "bun:test";
import { cut } from "../../daemon/lib/cut.ts";

test.each([
  ["menu.pdf", 240, "menu.pdf"],
  ["menu.pdf", 4, "menu"],
  ["ab😀c", 4, "ab😀"],
  ["ab😀c", 3, "ab"],
  ["😀", 1, ""],
])("%j is cut to %i as %j, with whole characters alone", (text, most, beginning) => {
  expect(cut(text, most)).toBe(beginning);
});
