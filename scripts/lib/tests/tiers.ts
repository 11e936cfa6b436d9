/**
 * Which tests run with which command. It follows from what a test file uses, so nobody has to list it:
 *
 * | tier | uses | run by |
 * | --- | --- | --- |
 * | `first` | nothing but this process: logic, a database, a daemon as everybody has it; and two walks | `./scripts/test` |
 * | `rest` | a daemon with settings of its own, other programs, a terminal, a browser, or much time | `./scripts/test --whole` |
 * | `tools` | what is below tests/scripts | `./scripts/test --all` |
 */
import { readImports } from "../import-lines.ts";
import type { SourceFile } from "../source.ts";

export const TIERS = ["first", "rest", "tools"] as const;
export type Tier = (typeof TIERS)[number];

/** Of our tools, and of those that others point at the product: packages, proof, benchmarks, generated clients. */
const OF_TOOLS = "tests/scripts/";

/** One walk of the CLI and one of the page: a change that breaks either is seen at once. */
export const WALKS: readonly string[] = ["tests/cli/send.test.ts", "tests/page/inbox.test.ts"];

/** What every test may have: nothing that lies behind these counts. */
const FOR_ALL: readonly string[] = ["tests/support/shared-daemon.ts", "tests/support/database.ts"];

/** What costs seconds, as the text of a test or of its support has it. */
const COSTLY = [
  /\bBun\.spawn|\bspawn(Sync)?\(|"node:child_process"/,
  /from "(playwright|bun-pty)/,
  /(?<!function )\b(ownDaemon|startTestDaemon|startTestPostgres|startEmbeddedPostgres)\(/,
  /from ".*\/long\.ts"/,
];

/** The tier of every test file among the files of `tests`; those that are noted as long come later, whatever they use. */
export function tiersOf(files: readonly SourceFile[], long: ReadonlySet<string>): Map<string, Tier> {
  const imported = Map.groupBy(
    readImports(files).filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  );
  const costly = new Set(
    files.filter(({ text }) => COSTLY.some((one) => one.test(text))).map(({ path }) => path),
  );
  const uses = (path: string) => reach(path, (from) => (imported.get(from) ?? []).map(({ to }) => to));
  const tierOf = (path: string): Tier => {
    if (path.startsWith(OF_TOOLS)) return "tools";
    if (WALKS.includes(path)) return "first";
    return long.has(path) || [...uses(path)].some((used) => costly.has(used)) ? "rest" : "first";
  };
  const tests = files.map(({ path }) => path).filter((path) => /\.test\.tsx?$/.test(path));
  return new Map(tests.map((path) => [path, tierOf(path)]));
}

/** The file, and all that it imports, however far; not what every test may have. */
function reach(path: string, next: (path: string) => string[], seen = new Set<string>()): Set<string> {
  if (seen.has(path) || FOR_ALL.includes(path)) return seen;
  seen.add(path);
  for (const to of next(path)) reach(to, next, seen);
  return seen;
}
