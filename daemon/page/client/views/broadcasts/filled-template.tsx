import { PhoneTemplate } from "../../parts/phone/phone-template.tsx";
import { type KnownTemplate, slotsOf } from "../../parts/templates/slots.ts";
import type { Parameter, Parameters } from "./form/draft.ts";
import { parameterAt } from "./form/slots.ts";

type FilledTemplateProps = { template: KnownTemplate; parameters: Parameters };

/** A template as a phone shows it, with what fills its header and its body: fields of contacts by their names. */
export function FilledTemplate({ template, parameters }: FilledTemplateProps) {
  const body = slotsOf(template).filter(({ part }) => part === "body");
  const values = body.map((slot) => [slot.label.slice(2, -2), wordOf(parameterAt(parameters, slot))]);
  return (
    <PhoneTemplate
      components={template.components.map((part) => withHeader(part, parameters.header))}
      category={template.category}
      values={Object.fromEntries(values)}
    />
  );
}

function wordOf(parameter: Parameter): string {
  return typeof parameter === "string" ? parameter : `[${parameter.field}]`;
}

type Component = KnownTemplate["components"][number];

/** A component with what fills it, where it is the header: its words, or its file in place of the example. */
function withHeader(part: Component, header: Parameter | undefined): object {
  if (part.type !== "HEADER" || header === undefined) return part;
  const word = wordOf(header);
  const { format = "TEXT", text = "" } = part as { format?: unknown; text?: unknown };
  if (format === "TEXT") return { ...part, text: String(text).replace(/\{\{[^{}]*\}\}/, () => word) };
  return { ...part, example: word.startsWith("med_") ? { media_id: word } : {}, link: word };
}
