/**
 * TypeBox with one difference: the length of a string is counted in code points, as JSON Schema counts it (draft
 * 2020-12, validation, 6.3.1). TypeBox 0.34 counts UTF-16 units, and refuses 64 emoji where 64 characters are allowed.
 * A string with a limit is of a kind of our own here; its schema is otherwise the same, so the OpenAPI document shows
 * no difference. The keys of a `Type.Record` can have no such limit: TypeBox takes only its own strings there.
 */
import {
  Kind,
  type StringOptions,
  type TSchema,
  type TString,
  Type as TypeBox,
  TypeRegistry,
} from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import {
  DefaultErrorFunction,
  SetErrorFunction,
  type ValueError,
  ValueErrorType,
} from "@sinclair/typebox/errors";
import { codePoints } from "./characters.ts";

export * from "@sinclair/typebox";

/** The builder of schemas. A string without limits of its length, or with a minimum of one, is TypeBox's own. */
export const Type = { ...TypeBox, String: text } as typeof TypeBox;

const TEXT = "Text";

function text(options: StringOptions = {}): TString {
  const schema = TypeBox.String(options);
  const isCounted = options.maxLength !== undefined || (options.minLength ?? 0) > 1;
  return isCounted ? ({ ...schema, [Kind]: TEXT } as TSchema as TString) : schema;
}

/** The schema of a value that may be null. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** The error that a string of TypeBox's would have; any other one as it is. */
export function asStringError(issue: ValueError): ValueError {
  return { ...issue, type: typeOf(issue.type, issue.schema, issue.value) };
}

function typeOf(type: ValueErrorType, schema: TSchema, value: unknown): ValueErrorType {
  if (type !== ValueErrorType.Kind || schema[Kind] !== TEXT) return type;
  return faultOf(schema as TString, value) ?? type;
}

function faultOf(schema: TString, value: unknown): ValueErrorType | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (typeof value !== "string") return ValueErrorType.String;
  if (isShorter(value, minLength)) return ValueErrorType.StringMinLength;
  if (isLonger(value, maxLength)) return ValueErrorType.StringMaxLength;
  const rest = withoutLengths(schema);
  return rest.Check(value) ? undefined : rest.Errors(value).First()?.type;
}

function isShorter(value: string, least: number): boolean {
  return value.length < least || (value.length < 2 * least && codePoints(value) < least);
}

function isLonger(value: string, most: number): boolean {
  return value.length > most && (value.length > 2 * most || codePoints(value) > most);
}

const rests = new WeakMap<TSchema, TypeCheck<TString>>();

/** The check of a string apart from its length, compiled once. */
function withoutLengths(schema: TString): TypeCheck<TString> {
  const known = rests.get(schema);
  if (known !== undefined) return known;
  const { minLength: _least, maxLength: _most, ...rest } = schema;
  const compiled = TypeCompiler.Compile({ ...rest, [Kind]: "String" } as TString);
  rests.set(schema, compiled);
  return compiled;
}

TypeRegistry.Set<TString>(TEXT, (schema, value) => faultOf(schema, value) === undefined);
SetErrorFunction((error) =>
  DefaultErrorFunction({ ...error, errorType: typeOf(error.errorType, error.schema, error.value) }),
);
