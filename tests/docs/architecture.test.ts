/** The page about the architecture says what is so: the layers, the folders and files it names, and its size. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LAYERS } from "../../scripts/checks/imports.ts";
import { codeSpans, ROOT, readDocument } from "./documents.ts";

const text = await readDocument("docs/architecture.md");

/** The first cells of the table below a heading, without those of its head. */
function firstCells(heading: string): string[] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) => row.split("|")[1] ?? "");
}

test("the layers are those that imports are checked by, from the top to the bottom", () => {
  expect(firstCells("Layers").flatMap(codeSpans)).toEqual([...LAYERS].reverse());
});

test("every folder of the daemon is named", () => {
  const folders = readdirSync(join(ROOT, "daemon"), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => `daemon/${name}`);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

test("every folder and file that is named exists, those of the picture too", () => {
  const named = text.match(/(?<![\w/.])(?:cli|daemon|db|docs|scripts|tests)\/[\w./-]*\w/g) ?? [];
  expect(named.length).toBeGreaterThan(LAYERS.length);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("the glossary has at most forty terms, in alphabetical order", () => {
  const terms = firstCells("Glossary").map((cell) => cell.trim().toLowerCase());
  expect(terms.length).toBeLessThanOrEqual(40);
  expect(terms).toEqual(terms.toSorted());
});
