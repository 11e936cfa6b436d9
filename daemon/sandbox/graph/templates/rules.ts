import { type Static, Type } from "@sinclair/typebox";
import { codePoints } from "../../../lib/characters.ts";
import { isObject } from "../../../lib/objects.ts";
import { type GraphFailure, parameterError } from "../http/errors.ts";
import { strict, textOf } from "../http/schema.ts";
import { templateCategory, variables } from "./store.ts";

/** A body of `POST /{waba_id}/message_templates` (Meta, "Create and manage message templates"). */
export const newTemplate = strict({
  name: Type.String({ pattern: "^[a-z0-9_]{1,512}$" }),
  language: textOf(16),
  category: templateCategory,
  parameter_format: Type.Optional(
    Type.Union(["POSITIONAL", "NAMED", "positional", "named"].map((format) => Type.Literal(format))),
  ),
  allow_category_change: Type.Optional(Type.Boolean()),
  components: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1 }),
});
export type NewTemplate = Static<typeof newTemplate>;

type Part = Record<string, unknown>;

/** Meta's refusal of a definition, with its subcode; null when it is taken. */
export function definitionFailure(components: readonly Part[], category: string): GraphFailure | null {
  const bodies = components.filter((part) => kindOf(part) === "BODY");
  if (bodies.length !== 1)
    return withSubcode(2388043, "A template needs exactly one component of type BODY.");
  for (const part of components) {
    const failure = RULES[kindOf(part)]?.(part, category);
    if (failure !== undefined && failure !== null) return failure;
  }
  return null;
}

/** A type as Meta keeps it; it takes lower case too. */
export function kindOf(part: Part): string {
  return String(part.type).toUpperCase();
}

export function withSubcode(subcode: number, reason: string): GraphFailure {
  return { ...parameterError("Invalid parameter"), details: reason, subcode };
}

const RULES: Record<string, (part: Part, category: string) => GraphFailure | null> = {
  HEADER: headerFailure,
  BODY: bodyFailure,
  FOOTER: (part) =>
    codePoints(textOfPart(part)) > 60 || variables(textOfPart(part)) > 0
      ? withSubcode(2388073, "The footer has at most 60 characters and no variables.")
      : null,
  BUTTONS: buttonsFailure,
};

function headerFailure(part: Part): GraphFailure | null {
  const format = String(part.format ?? "").toUpperCase();
  if (format === "LOCATION") return null;
  const example = isObject(part.example) ? part.example : {};
  if (format !== "TEXT") {
    return Array.isArray(example.header_handle)
      ? null
      : withSubcode(2388047, "A header of a media format needs an example with header_handle.");
  }
  const text = textOfPart(part);
  if (text.length === 0 || codePoints(text) > 60 || variables(text) > 1) {
    return withSubcode(2388047, "The header has 1 to 60 characters and at most one variable.");
  }
  const exampled = "header_text" in example || "header_text_named_params" in example;
  return variables(text) > 0 && !exampled
    ? withSubcode(2388043, "component of type HEADER is missing expected field(s) (example)")
    : null;
}

function bodyFailure(part: Part, category: string): GraphFailure | null {
  const text = textOfPart(part);
  // Meta writes the text of an authentication template itself.
  if (category === "AUTHENTICATION") return null;
  if (text.length === 0 || codePoints(text) > 1024) {
    return withSubcode(2388040, "The body has 1 to 1024 characters.");
  }
  if (/^\s*\{\{|\}\}\s*$/.test(text)) {
    return withSubcode(2388299, "Variables can't be at the start or end of the template.");
  }
  const wanted = variables(text);
  return wanted > 0 && exampleCount(part.example) !== wanted
    ? withSubcode(2388043, "component of type BODY is missing expected field(s) (example)")
    : null;
}

function exampleCount(example: unknown): number {
  if (!isObject(example)) return 0;
  const named = example.body_text_named_params;
  if (Array.isArray(named)) return named.length;
  const [first]: unknown[] = Array.isArray(example.body_text) ? example.body_text : [];
  return Array.isArray(first) ? first.length : 0;
}

function buttonsFailure(part: Part): GraphFailure | null {
  const buttons = Array.isArray(part.buttons) ? part.buttons.filter(isObject) : [];
  const count = (type: string) => buttons.filter((button) => kindOf(button) === type).length;
  if (buttons.length === 0 || buttons.length > 10) return withSubcode(2388043, "There are 1 to 10 buttons.");
  if (count("URL") > 2) return withSubcode(2388043, "There are at most two buttons of type URL.");
  if (count("PHONE_NUMBER") > 1) {
    return withSubcode(2388043, "There is at most one button of type PHONE_NUMBER.");
  }
  const long = buttons.some((button) => codePoints(textOfPart(button)) > 25);
  return long ? withSubcode(2388043, "The text of a button has at most 25 characters.") : null;
}

function textOfPart(part: Part): string {
  return typeof part.text === "string" ? part.text : "";
}
