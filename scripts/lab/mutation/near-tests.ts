/** Which tests probably notice a mutant: tried first, they spare most of a folder's run. */
const MOST = 3;

/** Those of `tests` whose names have most words of the broken file's path below its folder, at most three. */
export function nearTests(tests: readonly string[], path: string): string[] {
  const words = wordsOf(path);
  const shared = (test: string) => wordsOf(test).filter((word) => words.includes(word)).length;
  return tests
    .map((test) => ({ test, count: shared(test) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST)
    .map(({ test }) => test);
}

/** Singular, without `daemon/messages/` or `tests/messages/`, and without the ending. */
function wordsOf(path: string): string[] {
  const below = path.split("/").slice(2).join("/");
  return below
    .replace(/\..*$/, "")
    .split(/[-/]/)
    .map((word) => word.replace(/s$/, ""));
}
