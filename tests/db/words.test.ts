/** Texts about work that the database ends by itself are written in TypeScript alone. */
import { expect, test } from "bun:test";
import { FUNCTIONS } from "../../db/functions/files.ts";
import { WORDS } from "../../db/functions/words.ts";

const FILES = FUNCTIONS.filter(([name]) => name.endsWith(".sql")).map(
  ([name, text]) => [name, text.replaceAll(/--.*|\/\*[\s\S]*?\*\//g, "")] as const,
);

test("SQL names every text, and none that is not there", () => {
  const named = FILES.flatMap(([, text]) => [
    ...text.matchAll(/(?:(?:words_of|outcome_unknown)\(|interval '[^']*', )'(\w+)'\)/g),
  ]);
  expect([...new Set(named.map(([, name]) => name))].toSorted()).toEqual(Object.keys(WORDS).toSorted());
});

test("SQL says nothing in words of its own but to the log and to Postgres", () => {
  const said = FILES.flatMap(([name, text]) =>
    [...text.replaceAll(/raise exception '[^']*'/g, "").matchAll(/'([^'\n]*)'/g)]
      .map(([, words = ""]) => words)
      .filter((words) => /[a-z] [a-z]/.test(words) && !/^(create|alter) table/.test(words))
      .map((words) => `${name}: ${words}`),
  );
  expect(said).toEqual([]);
});
