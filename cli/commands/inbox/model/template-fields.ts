import type { Template } from "../../../lib/api/types/templates.ts";
import { isObject } from "../../../lib/values/objects.ts";

/** A part of a template that is filled in when it is sent. */
export type TemplateField = { label: string; fill: (value: string) => Record<string, unknown>; part: string };

type Part = { type?: unknown; format?: unknown; text?: unknown; buttons?: unknown };

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/** The fields to fill in of a template: its header, the variables of its body, and of its buttons' addresses. */
export function templateFields({ components }: Template): TemplateField[] {
  const parts = partsOf(components);
  const part = (type: string) => parts.find((one) => one.type === type);
  const header = part("HEADER");
  const buttons = part("BUTTONS")?.buttons;
  return [
    ...(header === undefined ? [] : headerFields(header)),
    ...textFields("body", part("BODY")?.text),
    ...(Array.isArray(buttons) ? buttons.flatMap((button, index) => buttonFields(button, index)) : []),
  ];
}

/** The text of a template, with its variables as placeholders. */
export function templateWords({ components }: Template): string {
  const body = partsOf(components).find(({ type }) => type === "BODY")?.text;
  return typeof body === "string" ? body : "";
}

/** The content of a message of this template, with a value for each of its fields. */
export function filledTemplate(
  { name, language }: Template,
  fields: readonly TemplateField[],
  values: readonly string[],
) {
  const components = new Map<string, Record<string, unknown>>();
  fields.forEach(({ part, fill }, index) => {
    const [type, sub_type, position] = part.split(" ");
    const known = components.get(part) ?? {
      type,
      ...(sub_type === undefined ? {} : { sub_type, index: position }),
      parameters: [],
    };
    const parameters = [...(known.parameters as unknown[]), fill(values[index] ?? "")];
    components.set(part, { ...known, parameters });
  });
  const given = components.size === 0 ? {} : { components: [...components.values()] };
  return { template: { name, language: { code: language }, ...given } };
}

function partsOf(components: unknown): Part[] {
  return Array.isArray(components) ? components.filter(isObject) : [];
}

function headerFields(header: Part): TemplateField[] {
  const kind = String(header.format ?? "TEXT").toLowerCase();
  if (kind === "text") return textFields("header", header.text);
  if (!["image", "video", "document"].includes(kind)) return [];
  const fill = (link: string) => ({ type: kind, [kind]: { link } });
  return [{ label: `Address of the ${kind}`, part: "header", fill }];
}

function textFields(part: "header" | "body", text: unknown): TemplateField[] {
  if (typeof text !== "string") return [];
  const names = [...new Set([...text.matchAll(VARIABLE)].map(([, name = ""]) => name))];
  // numbered ones are given in the order of their numbers, wherever they stand
  const ordered = names.every((name) => /^\d+$/.test(name))
    ? names.sort((one, other) => +one - +other)
    : names;
  return ordered.map((name) => ({
    label: `{{${name}}}${part === "header" ? " in the header" : ""}`,
    part,
    fill: (value) => ({ type: "text", text: value, ...(/^\d+$/.test(name) ? {} : { parameter_name: name }) }),
  }));
}

function buttonFields(button: unknown, index: number): TemplateField[] {
  if (!isObject(button)) return [];
  const { type, text, url } = button;
  if (type === "URL" && typeof url === "string" && url.search(VARIABLE) !== -1)
    return [
      {
        label: `End of the address of “${text}”`,
        part: `button url ${index}`,
        fill: (value) => ({ type: "text", text: value }),
      },
    ];
  if (type === "COPY_CODE")
    return [
      {
        label: `Code of “${text}”`,
        part: `button copy_code ${index}`,
        fill: (value) => ({ type: "coupon_code", coupon_code: value }),
      },
    ];
  return [];
}
