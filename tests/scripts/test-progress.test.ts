/** What a run of many tests shows of what Bun prints. */
import { expect, test } from "bun:test";
import { createProgress } from "../../scripts/lib/tests/progress.ts";

function shownOf(...lines: string[]) {
  const progress = createProgress(3);
  const shown = lines.flatMap((line) => progress.take(line));
  return { shown, left: progress.left(), standing: progress.standing() };
}

test("of tests that pass only their number is shown", () => {
  expect(shownOf("tests/a.test.ts:", "something printed", "(pass) one [1ms]", "(pass) two [2ms]")).toEqual({
    shown: [],
    left: [],
    standing: "1 of 3 files, 2 tests passed, 0 failed",
  });
});

test("what failed is shown with its file and all that it printed", () => {
  const { shown } = shownOf("tests/a.test.ts:", "(pass) one [1ms]", "error: not so", "(fail) two [2ms]");
  expect(shown).toEqual(["", "tests/a.test.ts:", "error: not so", "(fail) two [2ms]"]);
});

test("a file whose tests come in between those of another is counted once", () => {
  const lines = ["tests/a.test.ts:", "(pass) one [1ms]", "tests/b.test.ts:", "(pass) one [1ms]"];
  expect(shownOf(...lines, ...lines).standing).toBe("2 of 3 files, 4 tests passed, 0 failed");
});

test("what Bun says once more at the end is left out", () => {
  const end = ["1 tests failed:", "(fail) two [2ms]", " 1 pass"];
  const { shown, standing } = shownOf("tests/a.test.ts:", "(fail) two [2ms]", ...end);
  expect([shown, standing]).toEqual([
    ["", "tests/a.test.ts:", "(fail) two [2ms]"],
    expect.stringMatching(/ 1 failed$/),
  ]);
});

test("what was printed last, before a run broke off, is kept", () => {
  expect(shownOf("tests/a.test.ts:", "panic: out of memory").left).toEqual(["panic: out of memory"]);
});
