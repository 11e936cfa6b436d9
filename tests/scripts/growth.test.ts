/** What a new noun may cost, and how growth is shown. */
import { expect, test } from "bun:test";
import { checkNouns, weightsOf, weightsTable } from "../../scripts/checks/growth.ts";

const file = (path: string, lines: number) => ({ path, text: "x\n".repeat(lines) });
const FACES = [
  file("daemon/shelves/routes.ts", 400),
  file("db/shelves/shelves.sql", 200),
  file("cli/commands/shelves/list.ts", 200),
];
const PAGE = file("daemon/page/client/views/shelves/list.tsx", 101);

test("a new noun has 900 lines at most, with all its faces, tests and docs apart", () => {
  const others = [file("tests/shelves/shelves.test.ts", 500), file("daemon/shelves/notes.md", 500)];
  expect(checkNouns([...FACES, ...others], {})).toEqual([]);
  expect(checkNouns([...FACES, PAGE], {})).toEqual([
    "shelves has 901 lines with all its faces; a new noun has 900 at most",
  ]);
});

test("a noun of the last version may be larger", () => {
  expect(checkNouns([...FACES, PAGE], { "lines of shelves": 10 })).toEqual([]);
});

test("weights are shown with what they grew, and nouns only where they did", () => {
  const kept = { "lines below daemon/": 10, "lines of shelves": 5, "lines of doors": 5, migrations: 3 };
  const now = {
    "lines below daemon/": 12,
    "lines of shelves": 5,
    "lines of doors": 4,
    migrations: 3,
    "lines of walls": 1,
  };
  expect(
    weightsTable(now, kept)
      .split("\n")
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ["lines below daemon/", "12", "+2"],
    ["lines of doors", "4", "-1"],
    ["migrations", "3"],
    ["lines of walls", "1", "new"],
    [""],
  ]);
});

test("words are those of the docs and the README, lines those of each part", () => {
  const files = [file("docs/a/b.md", 3), file("README.md", 2), file("CHANGELOG.md", 9), ...FACES];
  const weights = weightsOf(files);
  expect(weights).toMatchObject({
    ...{ "words of docs": 5, "lines below daemon/": 400, "lines below cli/": 200, "lines below docs/": 3 },
    ...{ "files of shelves": 3, "lines of shelves": 800 },
  });
});
