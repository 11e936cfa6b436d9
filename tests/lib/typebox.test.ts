/** Our strings of TypeBox: counted in code points, and otherwise what TypeBox's own are, in the document and in errors. */
import { expect, test } from "bun:test";
import { type StringOptions, Type as TypeBox } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import { asStringError, Type } from "../../daemon/lib/typebox.ts";

const EMOJI = "😀";
const LIMITS: StringOptions[] = [
  { maxLength: 3 },
  { minLength: 2 },
  { minLength: 2, maxLength: 3, pattern: "^[a-z]*$" },
  { minLength: 0, maxLength: 3, format: "not-registered" },
  { maxLength: 3, description: "A name" },
];
const VALUES = ["", "a", "ab", "abc", "abcd", "ABC", "é", 3, null, undefined, ["a"]];

test("a limit counts code points, compiled and not", () => {
  const name = Type.String({ minLength: 2, maxLength: 3 });
  const taken = [1, 2, 3, 4, 7].map((count) => TypeCompiler.Compile(name).Check(EMOJI.repeat(count)));
  expect(taken).toEqual([false, true, true, false, false]);
  expect([1, 2, 3, 4, 7].map((count) => Value.Check(name, EMOJI.repeat(count)))).toEqual(taken);
});

test("the schema is the same JSON as TypeBox's", () => {
  for (const limit of LIMITS)
    expect(JSON.stringify(Type.String(limit))).toBe(JSON.stringify(TypeBox.String(limit)));
});

test("a text without such characters gets the first error of TypeBox", () => {
  for (const limit of LIMITS) {
    const [ours, theirs] = [Type, TypeBox].map((builder) => builder.Object({ name: builder.String(limit) }));
    for (const name of VALUES) expect(firstWrong(ours, { name })).toEqual(firstWrong(theirs, { name }));
  }
});

test("TypeBox counts UTF-16 units: once it doesn't, our kind of string can go", () => {
  expect(Value.Check(TypeBox.String({ maxLength: 3 }), EMOJI.repeat(3))).toBe(false);
});

function firstWrong(schema = TypeBox.Object({}), value: unknown) {
  const compiled = TypeCompiler.Compile(schema);
  const issue = compiled.Errors(value).First();
  const wrong = issue && { path: issue.path, message: issue.message, type: asStringError(issue).type };
  return { taken: compiled.Check(value), wrong };
}
