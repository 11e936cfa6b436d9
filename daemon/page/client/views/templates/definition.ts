import { type ParameterFormat, type Part, partsIn, variablesOf } from "../../../../template-rules/text.ts";
import type { Template } from "./states.ts";

/** What a form of a template holds. */
export type Definition = {
  channel_id: string;
  name: string;
  language: string;
  category: string;
  parameter_format: ParameterFormat;
  components: Part[];
};

/** The components that have fields, in the order in which a phone shows them. */
const ORDER = ["HEADER", "BODY", "FOOTER", "BUTTONS"] as const;
export type Kind = (typeof ORDER)[number];
const BUTTONS = ["QUICK_REPLY", "URL", "PHONE_NUMBER", "COPY_CODE"];

/** Meta writes the texts of codes itself: this is all that there is to choose. */
const CODE: Part[] = [
  { type: "BODY", add_security_recommendation: true },
  { type: "FOOTER", code_expiration_minutes: 10 },
  { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] },
];

/** What is written in a form at first: a template with its unsubmitted changes, or a new one. */
export function definitionOf(template: Template | null, channelId: string): Definition {
  if (template === null)
    return {
      ...{ channel_id: channelId, name: "", language: "en_US", category: "UTILITY" },
      ...{ parameter_format: "POSITIONAL", components: [{ type: "BODY", text: "" }] },
    };
  const { channel_id, name, language, parameter_format, draft, category, components } = template;
  const latest = draft ?? { category, components };
  return {
    ...{ channel_id, name, language, category: latest.category },
    parameter_format: parameter_format === "NAMED" ? "NAMED" : "POSITIONAL",
    components: latest.components,
  };
}

/** The same in another category: templates of codes have components of their own. */
export function inCategory(definition: Definition, category: string): Definition {
  const [was, is] = [definition.category === "AUTHENTICATION", category === "AUTHENTICATION"];
  if (was === is) return { ...definition, category };
  return { ...definition, category, components: is ? CODE : [{ type: "BODY", text: "" }] };
}

/** The same with the other kind of variables, and the examples in the form that those need. */
export function inFormat(definition: Definition, format: ParameterFormat): Definition {
  const components = definition.components.map((part) => {
    const kind = part.type === "HEADER" ? "header_text" : part.type === "BODY" ? "body_text" : null;
    if (kind === null) return part;
    const values = examplesOf(kind, part, definition.parameter_format);
    return withExamples(kind, part, format, values);
  });
  return { ...definition, parameter_format: format, components };
}

/** Whether fields can say all that is in it; otherwise it is written as JSON. */
export function isSimple({ category, components }: Definition): boolean {
  const types = components.map(({ type }) => String(type));
  return (
    category !== "AUTHENTICATION" &&
    types.every((type) => (ORDER as readonly string[]).includes(type)) &&
    new Set(types).size === types.length &&
    partsIn(partOf(components, "BUTTONS").buttons).every(({ type }) => BUTTONS.includes(String(type)))
  );
}

/** The component of a kind; an empty one where there is none. */
export function partOf(components: readonly Part[], kind: Kind): Part {
  return components.find(({ type }) => type === kind) ?? {};
}

/** The components with one set, or taken out with null. */
export function withPart(components: readonly Part[], kind: Kind, part: Part | null): Part[] {
  const parts = ORDER.map((one) => (one === kind ? part : components.find(({ type }) => type === one)));
  return parts.flatMap((one) => (one === null || one === undefined ? [] : [one]));
}

type Example = "header_text" | "body_text";

/** The variables of a text, in the order in which Meta counts them. */
export function variablesIn(text: unknown, format: ParameterFormat): string[] {
  const names = variablesOf(typeof text === "string" ? text : "");
  return format === "NAMED" ? names : names.sort((one, other) => Number(one) - Number(other));
}

/** The examples of a text's variables, by their names. */
export function examplesOf(kind: Example, part: Part, format: ParameterFormat): Record<string, string> {
  const example = Object(part.example) as Part;
  if (format === "NAMED")
    return Object.fromEntries(
      partsIn(example[`${kind}_named_params`]).map((one) => [String(one.param_name), String(one.example)]),
    );
  const list = kind === "body_text" ? (example[kind] as unknown[] | undefined)?.[0] : example[kind];
  const values: unknown[] = Array.isArray(list) ? list : [];
  return Object.fromEntries(
    variablesIn(part.text, format).map((name, at) => [name, String(values[at] ?? "")]),
  );
}

/** A text with examples of its variables; those of variables that it no longer has are left out. */
export function withExamples(
  kind: Example,
  part: Part,
  format: ParameterFormat,
  values: Readonly<Record<string, string>>,
): Part {
  const { example: _, ...rest } = part;
  const names = variablesIn(part.text, format);
  if (names.length === 0) return rest;
  const list = names.map((name) => values[name] ?? "");
  if (format === "NAMED")
    return {
      ...rest,
      example: {
        [`${kind}_named_params`]: names.map((name, at) => ({ param_name: name, example: list[at] })),
      },
    };
  return { ...rest, example: { [kind]: kind === "body_text" ? [list] : list } };
}
