import type { TypeCheck } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/value";
import type { TSchema } from "../lib/typebox.ts";
import { describe } from "./describe.ts";

/** A wrong place in a value (a JSON pointer), and what is wrong with it. */
export type Wrong = { path: string; message: string };

const MOST_WRONGS = 20;

/** The mistakes of a value that a schema refuses: each place once, at most twenty of them. */
export function explain(check: TypeCheck<TSchema>, value: unknown): Wrong[] {
  const found = new Map<string, string>();
  for (const issue of check.Errors(value)) {
    for (const { path, message } of wrongsOf(issue)) {
      if (!found.has(path)) found.set(path, message);
    }
    if (found.size >= MOST_WRONGS) break;
  }
  return [...found].slice(0, MOST_WRONGS).map(([path, message]) => ({ path, message }));
}

function* wrongsOf(issue: ValueError): Generator<Wrong> {
  if (issue.type !== ValueErrorType.Union) {
    yield { path: issue.path, message: describe(issue) };
    return;
  }
  const schemas: TSchema[] = issue.schema.anyOf;
  const literals = choicesOf(issue.schema);
  if (literals !== null) yield { path: issue.path, message: oneOf(literals) };
  else yield* branchWrongs(issue, new Map(schemas.map((schema, index) => [schema, issue.errors[index]])));
}

type Branches = Map<TSchema, Iterable<ValueError> | undefined>;

/**
 * A union is explained by the branch that is meant: the one whose literals
 * (`type`, `sub_type`) are the value's own. When there is none, the literal
 * that leads nowhere is what is wrong.
 */
function* branchWrongs({ path, value }: ValueError, branches: Branches): Generator<Wrong> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    yield { path, message: "expected an object" };
    return;
  }
  let left = [...branches.keys()];
  for (const key of keysOf(left)) {
    const given: unknown = (value as Record<string, unknown>)[key];
    const meant = left.filter((schema) => choicesOf(schema.properties?.[key])?.includes(given));
    // A key that only other branches know says nothing about the mistake.
    if (meant.length === 0 && left.some((schema) => choicesOf(schema.properties?.[key]) === null)) continue;
    if (meant.length === 0) {
      const choices = left.flatMap((schema) => choicesOf(schema.properties?.[key]) ?? []);
      yield {
        path: `${path}/${key}`,
        message: `${given === undefined ? "required: " : ""}${oneOf(choices)}`,
      };
      return;
    }
    left = meant;
  }
  for (const issue of (left[0] && branches.get(left[0])) ?? []) yield* wrongsOf(issue);
}

/** The keys that distinguish the branches, those of the first branches first. */
function keysOf(branches: TSchema[]): string[] {
  const keys = branches.flatMap(({ properties = {} }) =>
    Object.keys(properties).filter((key) => choicesOf(properties[key]) !== null),
  );
  return [...new Set(keys)];
}

/** The values of a literal or of a union of literals; null for every other schema. */
function choicesOf(schema: TSchema | undefined): unknown[] | null {
  if (schema?.const !== undefined) return [schema.const];
  const choices: (unknown[] | null)[] = schema?.anyOf?.map(choicesOf) ?? [null];
  return choices.every((choice) => choice !== null) ? choices.flat() : null;
}

function oneOf(choices: unknown[]): string {
  return choices.length === 1
    ? `expected ${choices[0]}`
    : `expected one of ${[...new Set(choices)].join(", ")}`;
}
