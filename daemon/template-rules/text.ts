import type { FieldError } from "../http/problem.ts";
import { codePoints } from "../lib/characters.ts";
import { isVariableName } from "../message-types/template/variable.ts";

export type Part = Record<string, unknown>;
export type ParameterFormat = "POSITIONAL" | "NAMED";

export type TextRule = {
  /** The most characters. */
  most: number;
  /** The most different variables. */
  variables: number;
  format: ParameterFormat;
  /** Whether variables are forbidden at its start and end. */
  inner?: boolean;
  /** Whether it is one line without emoji and asterisks. */
  plain?: boolean;
};

const VARIABLE = /\{\{([^{}]*)\}\}/g;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;

/** All that is wrong with a text and the variables in it. */
export function textErrors(given: unknown, path: string, rule: TextRule): FieldError[] {
  if (typeof given !== "string" || given === "") return [{ path, message: "required" }];
  return [...lookErrors(given, rule), ...variableErrors(given, rule)].map((message) => ({ path, message }));
}

function lookErrors(text: string, { most, plain = false }: TextRule): string[] {
  const length = codePoints(text);
  return [
    ...(length > most ? [`at most ${most} characters, this has ${length}`] : []),
    ...(plain && !isPlain(text) ? ["no line breaks, emoji or asterisks are allowed here"] : []),
  ];
}

function variableErrors(text: string, { variables, format, inner = false }: TextRule): string[] {
  const isBroken = /\{\{|\}\}/.test(text.replace(VARIABLE, ""));
  const broken = isBroken ? ["a {{ without its }}, or a }} without its {{"] : [];
  const names = variablesOf(text);
  if (names.length > 0 && variables === 0) return [...broken, "no variables are allowed here"];
  const named = format === "NAMED" ? namesError(names) : numbersError(names);
  return [
    ...broken,
    ...(names.length > variables
      ? [`at most ${variables === 1 ? "1 variable is" : `${variables} variables are`} allowed here`]
      : []),
    ...(inner && /^\s*\{\{|\}\}\s*$/.test(text) ? ["a variable can't be at the start or the end"] : []),
    // the number of one that is not closed is missing among the others
    ...(named === null || isBroken ? [] : [named]),
  ];
}

/** Whether a text is one line, without what a header or a button can't show. */
export function isPlain(text: string): boolean {
  return !/[\n\r*]/.test(text) && !EMOJI.test(text);
}

/** The different variables of a text, in the order of their first use. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = ""]) => name.trim()))];
}

function namesError(names: string[]): string | null {
  const wrong = names.find((name) => !isVariableName(name));
  return wrong === undefined
    ? null
    : `the variable {{${wrong}}} is not 1 to 32 of a-z, 0-9 and _, with something but digits`;
}

function numbersError(names: string[]): string | null {
  const expected = names.map((_, index) => String(index + 1));
  return expected.every((number) => names.includes(number))
    ? null
    : `the variables must be ${expected.map((number) => `{{${number}}}`).join(", ")}, or parameter_format NAMED`;
}

type Example = "header_text" | "body_text";

/** Meta requires examples of all variables in a text. */
export function exampleErrors(
  kind: Example,
  part: Part,
  path: string,
  format: ParameterFormat,
): FieldError[] {
  const names = variablesOf(String(part.text));
  if (names.length === 0) return [];
  const name = format === "NAMED" ? `${kind}_named_params` : kind;
  const at = `${path}/example/${name}`;
  const values = valuesOf(kind, format, exampleOf(part)[name]);
  if (values.length !== names.length) {
    const shape = format === "NAMED" ? "{ param_name, example }" : "a value";
    const wanted = `${names.length} example${names.length === 1 ? "" : "s"}`;
    return [{ path: at, message: `expected ${wanted}, ${shape} for each variable` }];
  }
  const isGood = (value: unknown) => (format === "NAMED" ? isNamed(value, names) : isText(value));
  return values.every(isGood) ? [] : [{ path: at, message: EXPECTED[format] }];
}

const EXPECTED = {
  NAMED: "each example has param_name, one of the variables, and example, a text",
  POSITIONAL: "each example is a text that is not empty; put numbers in quotes",
};

function isNamed(value: unknown, names: readonly string[]): boolean {
  const { param_name, example } = Object(value) as Part;
  return typeof param_name === "string" && names.includes(param_name) && isText(example);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** `body_text` is a list of lists, everything else a list. */
function valuesOf(kind: Example, format: ParameterFormat, given: unknown): unknown[] {
  const list: unknown[] = Array.isArray(given) ? given : [];
  const inner = kind === "body_text" && format === "POSITIONAL" ? list[0] : list;
  return Array.isArray(inner) ? inner : [];
}

/** Whether a header has an example: the handle of an uploaded sample, or a file of the organisation's own. */
export function hasSample(part: Part): boolean {
  const { header_handle: handles, media_id } = exampleOf(part);
  return typeof media_id === "string" || (Array.isArray(handles) && handles.length > 0);
}

function exampleOf({ example }: Part): Part {
  return typeof example === "object" && example !== null ? (example as Part) : {};
}

/** The objects of a list; what is something else in it is an object without anything, so that it is found wrong. */
export function partsIn(list: unknown): Part[] {
  return Array.isArray(list) ? list.map((one) => (typeof one === "object" && one !== null ? one : {})) : [];
}
