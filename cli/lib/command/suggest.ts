import { nearest } from "../text/nearest.ts";

/** Verbs of other programs, with ours. */
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
export function suggestCommand(words: readonly string[], paths: readonly string[]): string | undefined {
  const [first = "", second = ""] = words;
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
