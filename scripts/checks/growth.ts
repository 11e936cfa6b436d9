/**
 * What the project weighs, and how much it grew since the last version, whose weights `kept-weights.json` keeps. A noun
 * that is new since then may cost 900 lines, with all its faces: API, database, CLI and page.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../lib/run.ts";
import { isCode, type SourceFile } from "../lib/source.ts";

/** Numbers by what they count, such as `lines below docs/`, and `lines of budgets`, a noun. */
export type Weights = Readonly<Record<string, number>>;

const KEPT = join(ROOT, "scripts/checks/kept-weights.json");
const MOST_OF_A_NOUN = 900;
/** Where a noun has its faces, and what is above its folder. */
const FACES = ["daemon/", "db/", "cli/commands/", "daemon/page/client/views/"];
const PARTS = ["cli", "daemon", "daemon/page/client", "db", "scripts", "tests", "docs"];
const NOUN = /^daemon\/([a-z-]+)\//;

/**
 * Lines of each part, words of docs, how many migrations there are, what each tier of the tests took in seconds of a
 * processor where that is known, and files and lines of each noun.
 */
export function weightsOf(
  files: readonly SourceFile[],
  tierSeconds: Readonly<Record<string, number>> = {},
): Weights {
  const parts = PARTS.map((part) => [`lines below ${part}/`, linesOf(below(files, `${part}/`))]);
  const migrations = below(files, "db/schema/migrations/").length;
  const nouns = nounsOf(files).flatMap((noun) => {
    const faces = facesOf(files, noun);
    return [
      [`files of ${noun}`, faces.length],
      [`lines of ${noun}`, linesOf(faces)],
    ];
  });
  return Object.fromEntries([
    ...parts,
    ["words of docs", wordsOf(files.filter(({ path }) => /^docs\/.*\.md$|^README\.md$/.test(path)))],
    ["migrations", migrations],
    ...Object.entries(tierSeconds).map(([tier, seconds]) => [`core-seconds of the tier ${tier}`, seconds]),
    ...nouns,
  ]);
}

/** Nouns that came since the kept weights and cost too much. */
export function checkNouns(files: readonly SourceFile[], kept: Weights = keptWeights()): string[] {
  return nounsOf(files)
    .filter((noun) => kept[`lines of ${noun}`] === undefined)
    .map((noun) => ({ noun, lines: linesOf(facesOf(files, noun)) }))
    .filter(({ lines }) => lines > MOST_OF_A_NOUN)
    .map(
      ({ noun, lines }) =>
        `${noun} has ${lines} lines with all its faces; a new noun has ${MOST_OF_A_NOUN} at most`,
    );
}

/** The weights as a table: now, and what each grew. Nouns are in it that changed. */
export function weightsTable(now: Weights, kept: Weights = keptWeights()): string {
  const names = Object.keys({ ...now, ...kept }).filter(
    (name) => !isOfNoun(name) || now[name] !== kept[name],
  );
  const width = Math.max(...names.map((name) => name.length));
  return names
    .map((name) =>
      `${name.padEnd(width)}  ${now[name] ?? 0}  ${growth(now[name] ?? 0, kept[name])}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

/** Keeps the weights of a version, for the next to be compared with. */
export function keepWeights(weights: Weights): void {
  writeFileSync(KEPT, `${JSON.stringify(weights, null, 2)}\n`);
}

function keptWeights(): Weights {
  return existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, "utf8")) : {};
}

function growth(now: number, before: number | undefined): string {
  if (before === undefined) return "new";
  return now === before ? "" : `${now > before ? "+" : "-"}${Math.abs(now - before)}`;
}

function isOfNoun(name: string): boolean {
  return /^(?:files|lines) of /.test(name);
}

/** Rooms of no noun: the page shows all of them, and APIs of others name all of them in their own way. */
const OF_NO_NOUN = ["page", "fronts"];

/** The rooms of the daemon: a noun has one of its own. */
function nounsOf(files: readonly SourceFile[]): string[] {
  return [...new Set(files.flatMap(({ path }) => path.match(NOUN)?.[1] ?? []))].filter(
    (room) => !OF_NO_NOUN.includes(room),
  );
}

function facesOf(files: readonly SourceFile[], noun: string): SourceFile[] {
  return files.filter(
    (file) =>
      (isCode(file) || file.path.endsWith(".sql")) &&
      FACES.some((face) => file.path.startsWith(`${face}${noun}/`)),
  );
}

function below(files: readonly SourceFile[], folder: string): SourceFile[] {
  return files.filter(({ path }) => path.startsWith(folder));
}

function linesOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + (text.match(/\n/g)?.length ?? 0), 0);
}

function wordsOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
}
