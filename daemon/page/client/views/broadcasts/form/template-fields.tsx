import { slotsOf } from "../../../parts/templates/slots.ts";
import { TemplateSelect } from "../../../parts/templates/template-select.tsx";
import type { Templates } from "../../../parts/templates/use-templates.ts";
import type { Template } from "./draft.ts";
import { ParameterField } from "./parameter-field.tsx";
import { parameterAt, withParameter } from "./slots.ts";

type TemplateFieldsProps = {
  templates: Templates;
  template: Template;
  onChange: (template: Template) => void;
  error: (path: string) => string | null;
};

/** Which template is sent, and what fills its places. */
export function TemplateFields({ templates, template, onChange, error }: TemplateFieldsProps) {
  const slots = templates.chosen === undefined ? [] : slotsOf(templates.chosen);
  const parameters = template.parameters ?? {};
  return (
    <>
      <TemplateSelect
        templates={templates}
        value={template}
        onChange={onChange}
        error={error("/template/name") ?? error("/template/language") ?? error("/template")}
      />
      {slots.map((slot) => (
        <ParameterField
          key={`${slot.part}/${slot.name}`}
          slot={slot}
          value={parameterAt(parameters, slot)}
          onChange={(value) =>
            onChange({ ...template, parameters: withParameter(slots, parameters, slot, value) })
          }
          error={error}
        />
      ))}
    </>
  );
}
