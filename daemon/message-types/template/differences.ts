import type { TemplateDefinition } from "../../../db/templates/templates.ts";
import type { FieldError } from "../../http/problem.ts";
import type { Component } from "./components.ts";

export type GivenTemplate = { name: string; language: { code: string }; components?: Component[] };

/** A definition's component, as far as a message is compared with it (Meta, "Template components"). */
type Defined = {
  type?: string;
  format?: string;
  text?: string;
  buttons?: { type?: string; url?: string }[];
};

type Place<Kind extends Component["type"]> = { component: Extract<Component, { type: Kind }>; path: string };
type Parameters = { type: string; parameter_name?: string }[];

/** The kinds of a definition's buttons that a `sub_type` fills. One-time passwords show as either. */
const BUTTON_TYPES: Record<string, string[]> = {
  url: ["URL", "OTP"],
  quick_reply: ["QUICK_REPLY"],
  copy_code: ["COPY_CODE", "OTP"],
  flow: ["FLOW"],
  catalog: ["CATALOG"],
  mpm: ["MPM"],
};

/** Where a template message is not as its definition says; paths are within the message's `template`. */
export function differences(given: GivenTemplate, definition: TemplateDefinition): FieldError[] {
  const parts = definition.components as Defined[];
  const named = definition.parameter_format === "NAMED";
  const part = (type: string) => parts.find((one) => one.type === type);
  return [
    ...headerDifferences(placed(given, "header")[0], part("HEADER"), named),
    ...bodyDifferences(placed(given, "body")[0], part("BODY"), named),
    ...buttonDifferences(placed(given, "button"), part("BUTTONS")?.buttons ?? []),
  ];
}

function placed<Kind extends Component["type"]>({ components = [] }: GivenTemplate, kind: Kind) {
  return components.flatMap((component, index) =>
    component.type === kind ? [{ component, path: `/components/${index}` } as unknown as Place<Kind>] : [],
  );
}

function headerDifferences(
  given: Place<"header"> | undefined,
  header: Defined | undefined,
  named: boolean,
): FieldError[] {
  const format = (header?.format ?? "TEXT").toLowerCase();
  const path = given === undefined ? "/components" : `${given.path}/parameters`;
  const parameters: Parameters = given?.component.parameters ?? [];
  if (format === "text") return textDifferences("header", parameters, header?.text ?? "", path, named);
  const kind = parameters[0]?.type ?? "none";
  return kind === format
    ? []
    : [{ path, message: `the template has a header of kind ${format}; you gave ${kind}` }];
}

function bodyDifferences(
  given: Place<"body"> | undefined,
  body: Defined | undefined,
  named: boolean,
): FieldError[] {
  // Meta writes the words of one-time password templates itself, and may not show them.
  if (body?.text === undefined) return [];
  const path = given === undefined ? "/components" : `${given.path}/parameters`;
  return textDifferences("body", given?.component.parameters ?? [], body.text, path, named);
}

function textDifferences(
  part: string,
  given: Parameters,
  text: string,
  path: string,
  named: boolean,
): FieldError[] {
  const expected = variables(text);
  if (named) return nameDifferences(part, given, expected, path);
  if (given.length === expected.length) return [];
  return [{ path, message: `the template has ${counted(expected.length, part)}; you gave ${given.length}` }];
}

function nameDifferences(part: string, given: Parameters, expected: string[], path: string): FieldError[] {
  const names = given.map(({ parameter_name = "one without a name" }) => parameter_name);
  const same = names.length === expected.length && expected.every((name) => names.includes(name));
  if (same) return [];
  const list = (all: string[]) => (all.length === 0 ? "none" : all.join(", "));
  return [
    { path, message: `the template has the ${part} variables ${list(expected)}; you gave ${list(names)}` },
  ];
}

function buttonDifferences(given: Place<"button">[], buttons: NonNullable<Defined["buttons"]>): FieldError[] {
  const filled = new Set(given.map(({ component }) => Number(component.index)));
  const open = buttons.flatMap((button, index) =>
    variables(button.url ?? "").length > 0 && !filled.has(index)
      ? [
          {
            path: "/components",
            message: `the template has 1 variable in its url button at index ${index}; you gave 0`,
          },
        ]
      : [],
  );
  return [...given.flatMap((place) => buttonDifference(place, buttons)), ...open];
}

function buttonDifference(
  { component, path }: Place<"button">,
  buttons: NonNullable<Defined["buttons"]>,
): FieldError[] {
  const button = buttons[Number(component.index)];
  const { sub_type } = component;
  if (button === undefined)
    return [
      {
        path: `${path}/index`,
        message: `the template has ${counted(buttons.length, "button")}; you gave one at index ${component.index}`,
      },
    ];
  const kind = button.type ?? "";
  if (!BUTTON_TYPES[sub_type]?.includes(kind))
    return [
      {
        path: `${path}/sub_type`,
        message: `the template has a ${kind.toLowerCase()} button at index ${component.index}; you gave ${sub_type}`,
      },
    ];
  if (kind === "URL" && button.url !== undefined && variables(button.url).length === 0)
    return [
      {
        path,
        message: `the template has no variable in its url button at index ${component.index}; you gave 1`,
      },
    ];
  return [];
}

/** The different variables of a text, in order: `{{1}}` or `{{first_name}}`. */
function variables(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name))];
}

function counted(count: number, part: string): string {
  const noun = part === "button" ? "button" : `${part} variable`;
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
