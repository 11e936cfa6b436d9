import { TypeCompiler } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { asStringError, type Static, type TSchema } from "../../../lib/typebox.ts";
import { type GraphFailure, invalidValue, missingParameter, parameterError } from "./errors.ts";

export type Validator<T extends TSchema> = {
  is(value: unknown): value is Static<T>;
  /** The Graph API's refusal of a value `is` did not take; `param` is where the value was found. */
  explain(value: unknown, param: string): GraphFailure;
};

/** Compiles a schema once; the wording of a refusal is only worked out when there is one. */
export function createValidator<T extends TSchema>(schema: T): Validator<T> {
  const compiled = TypeCompiler.Compile(schema);
  return {
    is: (value): value is Static<T> => compiled.Check(value),
    explain(value, param) {
      const error = compiled.Errors(value).First();
      return error === undefined
        ? invalidValue(`Param ${param} is not valid`)
        : describe(asStringError(error), param);
    },
  };
}

function describe(error: ValueError, param: string): GraphFailure {
  const names = [...(param === "" ? [] : [param]), ...error.path.split("/").slice(1).map(unescapePointer)];
  const at = path(names);
  switch (error.type) {
    case ValueErrorType.ObjectAdditionalProperties:
      return parameterError(`Unexpected key "${names.at(-1)}" on param "${path(names.slice(0, -1))}".`);
    case ValueErrorType.ObjectRequiredProperty:
      return names.length === 1
        ? parameterError(`The parameter ${at} is required.`)
        : missingParameter(`Parameter ${at} is required`);
    case ValueErrorType.StringMaxLength:
      return tooLong(names, `Param ${at} must be at most ${error.schema.maxLength} characters long.`);
    case ValueErrorType.StringFormat:
      return tooLong(names, `Param ${at} must be at most ${error.schema.longest} characters long.`);
    case ValueErrorType.StringMinLength:
      return tooLong(names, `Param ${at} must be at least ${error.schema.minLength} characters long.`);
    case ValueErrorType.Literal:
      return names.length === 1
        ? parameterError(`Param ${at} must be one of {${String(error.schema.const)}} - got "${error.value}".`)
        : invalidValue(`Param ${at} must be "${error.schema.const}"`);
    case ValueErrorType.Union:
      return invalidValue(`Param ${at}${expectedOf(error)}`);
    default:
      return MISTYPED.get(error.type) === undefined
        ? invalidValue(`Param ${at}: ${error.message}`)
        : parameterError(`Param ${at} must be ${MISTYPED.get(error.type)}.`);
  }
}

/** The expectation of a union: its values if it has only such. */
function expectedOf({ schema, value, message }: ValueError): string {
  const choices: unknown[] = schema.anyOf.map((choice: TSchema) => choice.const);
  return choices.includes(undefined)
    ? `: ${message}`
    : ` must be one of {${choices.join(", ")}} - got "${value}".`;
}

const MISTYPED = new Map<ValueErrorType, string>([
  [ValueErrorType.String, "a string"],
  [ValueErrorType.Number, "a number"],
  [ValueErrorType.Integer, "an integer"],
  [ValueErrorType.Boolean, "a boolean"],
  [ValueErrorType.Array, "an array"],
  [ValueErrorType.Object, "a JSON object"],
]);

/** Meta refuses a wrong length with 131009 inside interactive messages and with 100 elsewhere. */
function tooLong(names: string[], reason: string): GraphFailure {
  return names[0] === "interactive" ? invalidValue(reason) : parameterError(reason);
}

/** `interactive['action']['buttons'][0]`: how the Graph API writes a place in a body. */
function path(names: string[]): string {
  const [first = "", ...rest] = names;
  return first + rest.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `['${name}']`)).join("");
}

function unescapePointer(pointer: string): string {
  return pointer.replaceAll("~1", "/").replaceAll("~0", "~");
}
