import type { Command } from "./command.ts";

/** What other programs call it. */
const VERBS: Readonly<Record<string, string>> = {
  ls: "list",
  show: "get",
  describe: "get",
  view: "get",
  rm: "delete",
  remove: "delete",
  destroy: "delete",
  add: "create",
  new: "create",
  edit: "update",
  set: "update",
};

/**
 * The command that was probably meant by words of which none is: the verb
 * before the noun, a noun in the singular, a verb that other programs have.
 * Undefined when nothing is near.
 */
export function suggestCommand(words: readonly string[], commands: readonly Command[]): string | undefined {
  const [first = "", second = ""] = words;
  const paths = commands.map(({ path }) => path);
  const nouns = [
    ...new Set(paths.filter((path) => path.includes(" ")).map((path) => path.split(" ")[0] ?? "")),
  ];
  const guesses = [
    [first, second],
    [second, first],
  ].map(([noun = "", verb = ""]) => [nearest(noun, nouns), verb] as const);
  for (const [noun, verb] of guesses) {
    const found = noun && verbOf(noun, verb, paths);
    if (found) return found;
  }
  return (
    nearest(
      first,
      paths.filter((path) => !path.includes(" ")),
    ) ?? nearest(first, nouns)
  );
}

function verbOf(noun: string, given: string, paths: readonly string[]): string | undefined {
  const verbs = paths
    .filter((path) => path.startsWith(`${noun} `))
    .map((path) => path.slice(noun.length + 1));
  const alias = Object.hasOwn(VERBS, given) ? VERBS[given] : undefined;
  const verb = alias !== undefined && verbs.includes(alias) ? alias : nearest(given, verbs);
  return verb && `${noun} ${verb}`;
}

/** The name at the smallest distance, when that is small for its length. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: name === `${given}s` ? 0 : distance(given, name) }))
    .filter(({ name, distance }) => distance <= Math.floor(Math.max(name.length, given.length) * 0.4))
    .sort((left, right) => left.distance - right.distance);
  return given === "" ? undefined : ranked[0]?.name;
}

/** How many letters have to be put in, left out, replaced or swapped with the next one (Damerau, 1964). */
function distance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= left.length; row++) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= right.length; column++) {
      const replaced = at(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      line.push(
        Math.min(
          ...[at(row - 1, column) + 1, at(row, column - 1) + 1, replaced],
          ...(swapped ? [at(row - 2, column - 2) + 1] : []),
        ),
      );
    }
  }
  return at(left.length, right.length);
}
