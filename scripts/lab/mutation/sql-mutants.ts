/** Breaks of SQL, each valid SQL again: conditions turned round or dropped, limits off by one. */
import { type Mutant, mutate } from "./mutant.ts";

const CHANGES: [RegExp, string | ((found: string) => string)][] = [
  [/(?<=\s)is not null\b/g, "is null"],
  [/(?<=\s)is null\b/g, "is not null"],
  [/\bnot exists\b/g, "exists"],
  [/(?<=\s)<=(?=\s)/g, "<"],
  [/(?<=\s)>=(?=\s)/g, ">"],
  [/(?<=\s)<(?=\s)/g, "<="],
  [/(?<=\s)>(?=\s)/g, ">="],
  [/(?<=\s)<>(?=\s)/g, "="],
  [/(?<=\s)and not(?=\s)/g, "and"],
  [/(?<=(?:^|\s)(?:and|where) )(?=[a-z_.]+ (?:=|<>|<=|>=|<|>|is|in|like|between) )/gm, "true or "],
  // who takes one row takes the first of two
  [/(?<=\blimit )(?!1\b)\d+/g, (found) => String(Number(found) + 1)],
  [/\bgreatest\b/g, "least"],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
];

/** The breaks of what stands in a file from `start` to `end`, comments left out. */
export function sqlMutants(path: string, text: string, start = 0, end = text.length): Mutant[] {
  const code = text
    .slice(start, end)
    .replaceAll(/--.*|\/\*[\s\S]*?\*\//g, (found) => " ".repeat(found.length));
  return CHANGES.flatMap(([pattern, becomes]) =>
    [...code.matchAll(pattern)].map(({ 0: found, index }) => {
      const place: [number, number] = [start + index, start + index + found.length];
      return mutate(path, text, place, typeof becomes === "string" ? becomes : becomes(found));
    }),
  );
}
