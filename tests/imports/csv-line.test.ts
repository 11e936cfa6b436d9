import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { csvLine, unguarded } from "../../daemon/imports/read/csv-line.ts";

const FORMULAS = [
  ...["=1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠1", "﹦1", "−1"],
  ...["\t=1", " =1", "\u00a0=1", "\u3000＝1", "\u200b=1", "\ufeff=1", "\u202e=1", "\u0000=1"],
  ...["\tone", "\rone", "\none", "\r\none"],
];
const NO_FORMULAS = [
  "",
  "Ada",
  "1+1",
  "'Ada",
  "O'Hara",
  "a;b",
  "a, -1",
  "a\nb",
  '"quoted"',
  "Ä=1",
  " Ada",
  "'",
];

test.each(FORMULAS)("%j gets an apostrophe before it, and loses it again", (text) => {
  const cells: string[] = parse(csvLine([text, "x"]))[0] ?? [];
  expect(cells).toEqual([`'${text}`, "x"]);
  expect(unguarded(cells[0] ?? "")).toBe(text);
});

test.each(NO_FORMULAS)("%j stays as it is", (text) => {
  const cells: string[] = parse(csvLine([text, "x"]))[0] ?? [];
  expect(cells).toEqual([text, "x"]);
  expect(unguarded(text)).toBe(text);
});

test.each([
  ["x;=1+1;y", "x;'=1+1;y"],
  ["x; +1", "x;' +1"],
  ["a\n=1;b", "a\n'=1;b"],
  ["=1;-2", "'=1;'-2"],
  ["\r=1", "'\r'=1"],
  ["\n\n@x", "'\n\n'@x"],
])("%j has no formula where semicolons separate cells either", (text, guarded) => {
  const cells: string[] = parse(csvLine(["Ada", text]))[0] ?? [];
  expect(cells).toEqual(["Ada", guarded]);
  expect(unguarded(guarded)).toBe(text);
});

test.each(["'=1", "''=1", "'\t", "' ＝1", "a;'=1", "a\n''-1;'x", ";;'=1", "'\n'\n'=1"])(
  "%j, which looks guarded, comes back as it was",
  (text) => {
    const cells: string[] = parse(csvLine([text, "x"]))[0] ?? [];
    expect(unguarded(cells[0] ?? "")).toBe(text);
  },
);
