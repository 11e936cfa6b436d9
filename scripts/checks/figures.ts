/** The shape of the code in figures, measured from its text. */

import { type Import, readImports } from "../lib/import-lines.ts";
import { isCode, type SourceFile } from "../lib/source.ts";
import { deadExports } from "./exports.ts";
import { foldersOf, looseFiles } from "./folders.ts";
import { functionLines } from "./functions.ts";
import { arrowsUp } from "./imports.ts";
import { findKnots } from "./knots.ts";
import { platformComparisons } from "./platforms.ts";

export type Figure = { name: string; value: string };

/** Every figure, of the files of a checkout. */
export function figuresOf(files: readonly SourceFile[]): Figure[] {
  const imports = readImports(files);
  const [fullest] = foldersOf(files);
  const sources = files.filter((file) => isCode(file) && SOURCES.test(file.path));
  const figure = (name: string, value: number | string) => ({ name, value: String(value) });
  return [
    figure("Source files", sources.length),
    figure("Loose files in daemon/", looseFiles(files).length),
    figure("Folders of daemon/ in knots", foldersInKnots(imports).length),
    figure("Pairs of folders with an import that goes up", arrowsUp(imports).length),
    figure("Circles of files in cli/", circlesIn(imports, /^cli\//).length),
    figure("Circles of files elsewhere", circlesIn(imports, /^(?:daemon|db|scripts)\//).length),
    figure("Comparisons with a platform outside providers", platformComparisons(files).length),
    figure("Fullest folder", fullest === undefined ? "none" : `${fullest.files} (${fullest.path})`),
    figure("Exports that nothing imports", deadExports(files).length),
    figure("Lines of a file, median / 90th percentile", spread(sources.map(linesOf))),
    figure("Lines of a function, median / 90th percentile", spread(functionLines(sources))),
  ];
}

const SOURCES = /^(?:cli|daemon|db|scripts)\//;

/** The figures as a table for a terminal. */
export function figuresTable(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return figures.map(({ name, value }) => `${name.padEnd(width)}  ${value}\n`).join("");
}

/** The folders of the daemon that lead to each other, however far round; types count. */
export function foldersInKnots(imports: readonly Import[]): string[] {
  const arrows = imports
    .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
    .filter(({ from, to }) => from !== to && from.startsWith("daemon/") && to.startsWith("daemon/"));
  return findKnots(arrows)
    .flat()
    .filter((room) => !room.endsWith(".ts"));
}

/** Groups of files that import each other, be it only for their types. */
export function circlesIn(imports: readonly Import[], paths: RegExp): string[][] {
  return findKnots(imports.filter(({ from }) => paths.test(from)));
}

/** The median of some numbers, and what nine in ten of them do not exceed. */
export function spread(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return `${at(0.5)} / ${at(0.9)}`;
}

function roomOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

function linesOf({ text }: SourceFile): number {
  return text.trimEnd().split("\n").length;
}
