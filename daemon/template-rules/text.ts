import type { FieldError } from "../http/problem.ts";
import { codePoints } from "../lib/characters.ts";

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

/** What is wrong with a text and the variables in it. */
export function textErrors(given: unknown, path: string, rule: TextRule): FieldError[] {
  if (typeof given !== "string" || given === "") return [{ path, message: "required" }];
  const message = textError(given, rule);
  return message === null ? [] : [{ path, message }];
}

function textError(text: string, rule: TextRule): string | null {
  const { most, variables, format, inner = false, plain = false } = rule;
  const length = codePoints(text);
  if (length > most) return `at most ${most} characters, this has ${length}`;
  if (plain && !isPlain(text)) return "no line breaks, emoji or asterisks are allowed here";
  if (/\{\{|\}\}/.test(text.replace(VARIABLE, ""))) return "a {{ without its }}, or a }} without its {{";
  const names = variablesOf(text);
  if (names.length > variables) {
    return variables === 0
      ? "no variables are allowed here"
      : `at most ${variables} variables are allowed here`;
  }
  const edge = /^\s*\{\{|\}\}\s*$/.test(text);
  if (inner && edge) return "a variable can't be at the start or the end";
  return format === "NAMED" ? namesError(names) : numbersError(names);
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
  const wrong = names.find((name) => !/^[a-z_]{1,20}$/.test(name));
  return wrong === undefined ? null : `the variable {{${wrong}}} is not 1 to 20 of a-z and _`;
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
