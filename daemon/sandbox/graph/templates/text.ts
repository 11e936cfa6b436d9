import { isObject } from "../../../lib/objects.ts";
import { isVariableName } from "../../../message-types/template/variable.ts";
import { type GraphFailure, parameterError } from "../http/errors.ts";

export type Part = Record<string, unknown>;

/** A type as Meta keeps it; it takes lower case too. */
export function kindOf(part: Part): string {
  return String(part.type).toUpperCase();
}

export function textOfPart(part: Part): string {
  return typeof part.text === "string" ? part.text : "";
}

export function withSubcode(subcode: number, reason: string): GraphFailure {
  return { ...parameterError("Invalid parameter"), details: reason, subcode };
}

/** A refusal whose subcode Meta does not document. */
export function unfit(reason: string): GraphFailure {
  return { ...parameterError("Invalid parameter"), details: reason };
}

/** How many different `{{…}}` a text has. */
export function variables(text: string | undefined): number {
  return new Set(text?.match(/\{\{[a-z0-9_]+\}\}/g) ?? []).size;
}

/** Whether a text is what headers and buttons show: neither line breaks nor asterisks nor emoji. */
export function isOneLine(text: string): boolean {
  return !/[\n\r*]|\p{Emoji_Presentation}|\ufe0f/u.test(text);
}

/** Meta's refusal of a text's variables and examples. */
export function textFailure(
  part: Part,
  kind: "header_text" | "body_text",
  named: boolean,
): GraphFailure | null {
  const text = textOfPart(part);
  const names = [...new Set(Array.from(text.matchAll(/\{\{([^{}]*)\}\}/g), ([, name = ""]) => name.trim()))];
  const rest = text.replace(/\{\{[^{}]*\}\}/g, "");
  if (rest.includes("{{") || rest.includes("}}"))
    return unfit("Variable parameters are missing or have mismatched curly braces.");
  const wrong = named
    ? names.some((name) => !isVariableName(name))
    : names.some((name) => !/^[1-9][0-9]*$/.test(name) || Number(name) > names.length);
  if (wrong) return unfit("Variable parameters are not numbered from 1 on, or not named rightly.");
  const examples = examplesOf(part.example, kind, named);
  const isGiven = (value: unknown) => typeof value === "string" && value !== "";
  return examples.length === names.length && examples.every(isGiven)
    ? null
    : withSubcode(2388043, `component of type ${kindOf(part)} is missing expected field(s) (example)`);
}

function examplesOf(example: unknown, kind: string, named: boolean): unknown[] {
  if (!isObject(example)) return [];
  const list = example[named ? `${kind}_named_params` : kind];
  if (!Array.isArray(list)) return [];
  if (named) return list.map((one: unknown) => (isObject(one) ? one.example : undefined));
  return kind === "body_text" ? (Array.isArray(list[0]) ? list[0] : []) : list;
}
