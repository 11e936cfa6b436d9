import { type ValueError, ValueErrorType } from "@sinclair/typebox/value";
import { characters, codePoints } from "../lib/characters.ts";
import { asStringError } from "../lib/typebox.ts";
import { MOST_CHARACTERS, NOT_BLANK } from "./fields.ts";

/** The mistake of a value, in a few words that name the limit. */
export function describe(issue: ValueError): string {
  const { type, schema, value, message } = asStringError(issue);
  switch (type) {
    case ValueErrorType.ObjectAdditionalProperties:
      return "unknown field";
    case ValueErrorType.ObjectRequiredProperty:
      return "required";
    case ValueErrorType.StringMaxLength:
      return `at most ${schema.maxLength} characters, not ${sizeOf(value)}`;
    case ValueErrorType.StringFormat:
      return schema[MOST_CHARACTERS] === undefined
        ? expected(schema.description, message)
        : `at most ${schema[MOST_CHARACTERS]} characters, not ${characters(String(value))}`;
    case ValueErrorType.StringMinLength:
      return atLeast(schema.minLength, "characters", value);
    case ValueErrorType.StringPattern:
      return schema.pattern === NOT_BLANK ? "must not be blank" : expected(schema.description, message);
    case ValueErrorType.ArrayMaxItems:
      return `at most ${schema.maxItems} items, not ${sizeOf(value)}`;
    case ValueErrorType.ArrayMinItems:
      return atLeast(schema.minItems, "items", value);
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.IntegerMinimum:
      return `at least ${schema.minimum}`;
    case ValueErrorType.NumberMaximum:
    case ValueErrorType.IntegerMaximum:
      return `at most ${schema.maximum}`;
    default:
      return expected(KINDS.get(type), message);
  }
}

const KINDS = new Map<ValueErrorType, string>([
  [ValueErrorType.String, "a string"],
  [ValueErrorType.Number, "a number"],
  [ValueErrorType.Integer, "a whole number"],
  [ValueErrorType.Boolean, "true or false"],
  [ValueErrorType.Array, "an array"],
  [ValueErrorType.Object, "an object"],
]);

function atLeast(least: number, things: string, value: unknown): string {
  return least === 1 ? "must not be empty" : `at least ${least} ${things}, not ${sizeOf(value)}`;
}

function sizeOf(value: unknown): number {
  return typeof value === "string" ? codePoints(value) : Array.isArray(value) ? value.length : 0;
}

/** The schema's own words where it has some, TypeBox's otherwise. */
function expected(what: string | undefined, message: string): string {
  return what === undefined ? lowered(message) : `expected ${lowered(what)}`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
