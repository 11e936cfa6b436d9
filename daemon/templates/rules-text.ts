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
};

const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** What is wrong with a text and the variables in it. */
export function textErrors(given: unknown, path: string, rule: TextRule): FieldError[] {
  if (typeof given !== "string" || given === "") return [{ path, message: "required" }];
  const message = textError(given, rule);
  return message === null ? [] : [{ path, message }];
}

function textError(text: string, { most, variables, format, inner = false }: TextRule): string | null {
  const length = codePoints(text);
  if (length > most) return `at most ${most} characters, this has ${length}`;
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
  const wanted = variablesOf(String(part.text)).length;
  if (wanted === 0) return [];
  const name = format === "NAMED" ? `${kind}_named_params` : kind;
  const values = valuesOf(kind, format, exampleOf(part)[name]);
  if (values === wanted) return [];
  const shape = format === "NAMED" ? "{ param_name, example }" : "a value";
  return [
    {
      path: `${path}/example/${name}`,
      message: `expected ${wanted} example${wanted === 1 ? "" : "s"}, ${shape} for each variable`,
    },
  ];
}

/** `body_text` is a list of lists, everything else a list. */
function valuesOf(kind: Example, format: ParameterFormat, given: unknown): number {
  const list: unknown[] = Array.isArray(given) ? given : [];
  const inner = kind === "body_text" && format === "POSITIONAL" ? list[0] : list;
  return Array.isArray(inner) ? inner.length : 0;
}

/** Whether a header has an example: the handle of an uploaded sample, or a file of the organisation's own. */
export function hasSample(part: Part): boolean {
  return isGiven(part, "header_handle") || typeof exampleOf(part).media_id === "string";
}

/** Whether a part has a non-empty list of examples under this name. */
function isGiven(part: Part, name: string): boolean {
  const value = exampleOf(part)[name];
  return Array.isArray(value) && value.length > 0;
}

function exampleOf({ example }: Part): Part {
  return typeof example === "object" && example !== null ? (example as Part) : {};
}
