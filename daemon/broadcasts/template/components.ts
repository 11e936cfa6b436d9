import type { TemplateDefinition } from "../../../db/templates/templates.ts";
import type { Person } from "../../contacts/field-of.ts";
import type { Component } from "../../message-types/template/components.ts";
import type { Parameter, Parameters } from "../plan/parameter.ts";
import { wordFor } from "./values.ts";

type Part = { type?: string; format?: string; buttons?: { type?: string }[] };
type Definition = Pick<TemplateDefinition, "components">;

/** A place of the template that can't be filled for a person, because they lack the field. */
export class MissingParameter extends Error {}

/** The components of the template message for one person. Throws `MissingParameter`. */
export function componentsFor(
  { header, body, buttons = {} }: Parameters,
  { components }: Definition,
  person: Person,
): Component[] {
  const parts = components as Part[];
  const part = (type: string) => parts.find((one) => one.type === type);
  const made: unknown[] = [];
  if (header !== undefined)
    made.push({ type: "header", parameters: [headerOf(part("HEADER")?.format, filledBy(header, person))] });
  if (body !== undefined) made.push({ type: "body", parameters: bodyOf(body, person) });
  for (const [index, parameter] of Object.entries(buttons)) {
    const kind = part("BUTTONS")?.buttons?.[Number(index)]?.type;
    made.push({ type: "button", index, ...buttonOf(kind, filledBy(parameter, person)) });
  }
  return made as Component[];
}

function filledBy(parameter: Parameter, person: Person): string {
  const value = wordFor(parameter, person);
  if (value === null) throw new MissingParameter();
  return value;
}

function bodyOf(body: NonNullable<Parameters["body"]>, person: Person): object[] {
  if (Array.isArray(body)) return body.map((one) => ({ type: "text", text: filledBy(one, person) }));
  return Object.entries(body).map(([name, one]) => ({
    type: "text",
    text: filledBy(one, person),
    parameter_name: name,
  }));
}

/** The text of a header, or its file: by its address, or by the id of an uploaded one. */
function headerOf(format: string | undefined, value: string): object {
  const kind = (format ?? "TEXT").toLowerCase();
  if (kind === "text") return { type: "text", text: value };
  return { type: kind, [kind]: /^med_\w+$/.test(value) ? { media_id: value } : { link: value } };
}

function buttonOf(kind: string | undefined, value: string): object {
  if (kind === "QUICK_REPLY")
    return { sub_type: "quick_reply", parameters: [{ type: "payload", payload: value }] };
  if (kind === "COPY_CODE")
    return { sub_type: "copy_code", parameters: [{ type: "coupon_code", coupon_code: value }] };
  return { sub_type: "url", parameters: [{ type: "text", text: value }] };
}
