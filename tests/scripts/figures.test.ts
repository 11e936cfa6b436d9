import { expect, test } from "bun:test";
import { deadExports } from "../../scripts/checks/exports.ts";
import { circlesIn, figuresOf, figuresTable, foldersInKnots, spread } from "../../scripts/checks/figures.ts";
import { checkFolders, foldersOf, looseFiles } from "../../scripts/checks/folders.ts";
import { functionLines } from "../../scripts/checks/functions.ts";
import { checkPlatforms, platformComparisons } from "../../scripts/checks/platforms.ts";
import { readImports } from "../../scripts/lib/import-lines.ts";

const file = (path: string, text = "") => ({ path, text });
const many = (count: number, folder: string) =>
  Array.from({ length: count }, (_, n) => file(`${folder}/file-${n}.ts`));

test("a folder is as full as the sources directly in it, migrations apart", () => {
  const files = [
    ...many(3, "daemon/http"),
    ...many(2, "daemon/http/body"),
    file("daemon/http/notes.md"),
    ...many(9, "db/schema/migrations"),
    ...many(9, "tests/http"),
  ];
  expect(foldersOf(files)).toEqual([
    { path: "daemon/http", files: 3 },
    { path: "daemon/http/body", files: 2 },
  ]);
});

test("a folder with more than 25 sources is refused, and a file of the daemon without a folder", () => {
  expect(checkFolders([...many(25, "cli/lib"), file("daemon/main.ts")])).toEqual([]);
  expect(checkFolders([...many(26, "cli/lib"), file("daemon/serve.ts")])).toEqual([
    "cli/lib has 26 files; 25 are the most",
    "daemon/serve.ts has no folder; daemon/main.ts is the only one without",
  ]);
});

test("loose files are those of the daemon alone", () => {
  const files = ["daemon/main.ts", "daemon/app.ts", "daemon/http/server.ts", "cli/main.ts"].map((path) =>
    file(path),
  );
  expect(looseFiles(files)).toEqual(["daemon/main.ts", "daemon/app.ts"]);
});

test("folders of the daemon are in a knot though they share no circle of files", () => {
  const imports = readImports([
    file("daemon/http/one.ts", `import { a } from "../auth/one.ts";`),
    file("daemon/auth/two.ts", `import type { B } from "../http/two.ts";`),
    file("daemon/limits/one.ts", `import { a } from "../auth/one.ts";`),
    file("db/auth/one.ts", `import { a } from "../lists/one.ts";`),
    file("db/lists/two.ts", `import { a } from "../auth/two.ts";`),
  ]);
  expect(foldersInKnots(imports)).toEqual(["daemon/auth", "daemon/http"]);
  expect(circlesIn(imports, /^daemon\//)).toEqual([]);
});

const FUNCTIONS = `/** A function. */
export function one(): number {
  return 1;
}

export async function two(
  first: string,
  { second }: { second: string },
): Promise<void> {
  for (const letter of first) {
    if (letter === second) {
      return;
    } else if (letter === "") {
      return;
    }
  }
}

const three = items.map((item) => {
  return item;
});
const short = (item: string) => item;
const table = {
  four(given) {
    switch (given) {
      case 1: {
        return given;
      }
    }
  },
};
type Shape = {
  five: string;
};
if (
  first &&
  second
) {
  three();
}
`;

test("a function is as long as from its first line to the end of its body", () => {
  expect(functionLines([file("cli/some.ts", FUNCTIONS)])).toEqual([3, 12, 3, 7]);
});

test("comparisons with a platform count outside the providers alone", () => {
  const text = `if (platform === "whatsapp_official") f();\nconst g = "whatsapp_unofficial" !== h;\nf("whatsapp_official");`;
  const files = [
    file("daemon/channels/one.ts", text),
    file("daemon/providers/one.ts", text),
    file("tests/one.ts", text),
  ];
  expect(platformComparisons(files)).toEqual([
    { path: "daemon/channels/one.ts", line: 1 },
    { path: "daemon/channels/one.ts", line: 2 },
  ]);
});

test("a comparison with a platform may be allowed once a file, while there is one", () => {
  const one = file("daemon/channels/one.ts", `if (platform === "whatsapp_official") f();\n`.repeat(2));
  const allowed = {
    "daemon/channels/one.ts": "the specification says so",
    "daemon/channels/two.ts": "so too",
  };
  expect(checkPlatforms([one], allowed)).toEqual([
    "daemon/channels/one.ts:2 compares with a platform's name",
    "daemon/channels/two.ts may compare with a platform's name, and doesn't",
  ]);
});

test("an export is dead when no other file imports it, by any name", () => {
  const one = file(
    "db/lists/one.ts",
    "export const used = 1;\nexport function renamed() {}\nexport async function unused() {}\nexport type Part = 1;\nexport type Whole = Part;",
  );
  const two = file(
    "db/lists/two.ts",
    `import { renamed as other, used } from "./one.ts";\nexport const tested = 1;`,
  );
  const three = file("db/lists/three.ts", "export const loaded = 1;");
  const tests = file(
    "tests/lists/two.test.ts",
    `import {\n  tested,\n} from "../../db/lists/two.ts";\nawait import("../../db/lists/three.ts");`,
  );
  expect(deadExports([one, two, three, tests])).toEqual([
    "db/lists/one.ts: unused",
    "db/lists/one.ts: Whole",
  ]);
});

test("of numbers, the median and the 90th percentile are shown", () => {
  expect(spread([5, 1, 3])).toBe("3 / 5");
  expect(spread(Array.from({ length: 100 }, (_, n) => 100 - n))).toBe("50 / 90");
  expect(spread([])).toBe("0 / 0");
});

test("the figures are printed a line each", () => {
  const table = figuresTable(
    figuresOf([file("daemon/main.ts", "const a = 1;\n"), ...many(2, "daemon/http")]),
  );
  expect(table).toContain("Loose files in daemon/                         1\n");
  expect(table).toContain("Fullest folder                                 2 (daemon/http)\n");
});
