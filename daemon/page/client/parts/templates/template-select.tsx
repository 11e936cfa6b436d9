import { Link } from "wouter";
import { TEMPLATE } from "../../view-words.ts";
import { Field } from "../fields/field.tsx";
import { type Option, Select } from "../fields/select.tsx";
import { ProblemNote } from "../problem.tsx";
import type { NamedTemplate, Templates } from "./use-templates.ts";

type TemplateSelectProps = {
  templates: Templates;
  /** Without a name, none is chosen. */
  value: NamedTemplate;
  onChange: (template: NamedTemplate) => void;
  error?: string | null;
};

/** One of the templates that a channel can send. */
export function TemplateSelect({ templates, value, onChange, error = null }: TemplateSelectProps) {
  const { all, hasMore, problem, sought, setSought } = templates;
  if (problem !== null) return <ProblemNote problem={problem} />;
  if (all?.length === 0 && value.name === "" && sought === "")
    return (
      <p>
        {TEMPLATE.none} <Link href="/templates">{TEMPLATE.toTemplates}</Link>
      </p>
    );
  return (
    <>
      {hasMore && (
        <Field label={TEMPLATE.find} hint={TEMPLATE.findHint} value={sought} onChange={setSought} isMono />
      )}
      <Select
        label={TEMPLATE.template}
        placeholder={TEMPLATE.choose}
        options={optionsOf(templates, value)}
        value={value.name === "" ? null : keyOf(value)}
        onChange={(key) => {
          const [name = "", language = ""] = key.split(" ");
          onChange({ name, language });
        }}
        isDisabled={all === undefined}
        error={error}
      />
    </>
  );
}

/** Every template that is listed, and the chosen one, also where it is not among them. */
function optionsOf({ all = [], chosen }: Templates, value: NamedTemplate): readonly Option[] {
  const known = [...all, ...(chosen === undefined ? [] : [chosen])].map((one) => {
    return [keyOf(one), optionOf(one, one.category.toLowerCase())] as const;
  });
  const own = value.name === "" ? [] : [[keyOf(value), optionOf(value, TEMPLATE.unknown)] as const];
  return [...new Map([...own, ...known]).values()];
}

function optionOf(template: NamedTemplate, hint: string): Option {
  return { value: keyOf(template), label: `${template.name} (${template.language})`, hint };
}

function keyOf({ name, language }: NamedTemplate): string {
  return `${name} ${language}`;
}
