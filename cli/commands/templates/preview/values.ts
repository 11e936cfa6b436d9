import { variablesOf } from "../../../../daemon/template-rules/text.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { isObject } from "../../../lib/values/objects.ts";
import { parsePair } from "../../../lib/values/pairs.ts";
import { partsIn } from "../files/parts.ts";
import type { Part } from "../files/template-file.ts";

/** Values of variables by their names or numbers. */
export type Values = ReadonlyMap<string, string>;

/** The examples of a text's variables. */
export function valuesOf({ example }: Part, kind: "header_text" | "body_text"): Map<string, string> {
  if (!isObject(example)) return new Map();
  const named = partsIn(example[`${kind}_named_params`]);
  const [first]: unknown[] = [example[kind]].flat(kind === "body_text" ? 1 : 0);
  const list: unknown[] = Array.isArray(first) ? first : [];
  return new Map([
    ...list.map((value, index): [string, string] => [String(index + 1), String(value)]),
    ...named.map(({ param_name, example: value }): [string, string] => [String(param_name), String(value)]),
  ]);
}

/**
 * The values that --param gives for the variables of a body. Throws a usage failure where the body has no such
 * variable.
 */
export function givenValues(template: Part, params: readonly string[]): Values {
  const body = partsIn(template.components).find(({ type }) => String(type).toUpperCase() === "BODY");
  const names = variablesOf(String(body?.text ?? ""));
  const pairs =
    template.parameter_format === "NAMED"
      ? params.map((text) => parsePair("param", text))
      : params.map((text, index): [string, string] => [String(index + 1), text.replace(/^=/, "")]);
  const stray = pairs.find(([name]) => !names.includes(name));
  if (stray === undefined) return new Map(pairs);
  const known = names.length === 0 ? "no variables" : names.map((name) => `{{${name}}}`).join(", ");
  throw usageFailure(`--param gives {{${stray[0]}}}, and the body has ${known}`);
}
