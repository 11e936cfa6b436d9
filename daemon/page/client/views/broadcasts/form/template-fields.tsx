import { useState } from "react";
import { Link } from "wouter";
import { useAsk } from "../../../api/queries.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { usePaused } from "../../../parts/paused.ts";
import { ProblemNote } from "../../../parts/problem.tsx";
import type { Template } from "./draft.ts";
import { ParameterField } from "./parameter-field.tsx";
import { type KnownTemplate, parameterAt, slotsOf, withParameter } from "./slots.ts";
import { FORM } from "./words.ts";

const MOST = 100;

/** The templates that a channel can send, and the chosen one among them. */
export function useTemplates(channelId: string | undefined, { name, language }: Template) {
  const [sought, setSought] = useState("");
  const wanted = usePaused(sought.trim());
  const enabled = channelId !== undefined;
  const query = { limit: MOST, channel_id: channelId ?? "" };
  const approved = { ...query, status: "approved", ...(wanted && { name: wanted }) };
  const list = useAsk("GET /v1/templates", { query: approved }, { enabled });
  const one = useAsk(
    "GET /v1/templates",
    { query: { ...query, name, language } },
    { enabled: enabled && name !== "" },
  );
  return {
    all: list.data?.data,
    chosen: name === "" ? undefined : one.data?.data[0],
    /** Whether there are more than are listed. */
    hasMore: sought !== "" || typeof list.data?.meta.next_cursor === "string",
    problem: list.error ?? one.error,
    sought,
    setSought,
  };
}

type TemplateFieldsProps = {
  templates: ReturnType<typeof useTemplates>;
  template: Template;
  onChange: (template: Template) => void;
  error: (path: string) => string | null;
};

/** Which template is sent, and what fills its places. */
export function TemplateFields({ templates, template, onChange, error }: TemplateFieldsProps) {
  const { all, chosen, hasMore, problem, sought, setSought } = templates;
  if (problem !== null) return <ProblemNote problem={problem} />;
  if (all?.length === 0 && template.name === "" && sought === "")
    return (
      <p>
        {FORM.noTemplates} <Link href="/templates">{FORM.toTemplates}</Link>
      </p>
    );
  const options = optionsOf([...(all ?? []), ...(chosen === undefined ? [] : [chosen])]);
  const slots = chosen === undefined ? [] : slotsOf(chosen);
  const parameters = template.parameters ?? {};
  return (
    <>
      {hasMore && (
        <Field
          label={FORM.findTemplate}
          hint={FORM.findTemplateHint}
          value={sought}
          onChange={setSought}
          isMono
        />
      )}
      <Select
        label={FORM.template}
        placeholder={FORM.chooseTemplate}
        options={options}
        value={template.name === "" ? null : keyOf(template)}
        onChange={(key) => {
          const [name = "", language = ""] = key.split(" ");
          onChange({ name, language });
        }}
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

function optionsOf(templates: readonly KnownTemplate[]) {
  const byKey = new Map(templates.map((one) => [keyOf(one), one]));
  return [...byKey].map(([value, { name, language, category }]) => ({
    value,
    label: `${name} (${language})`,
    hint: category.toLowerCase(),
  }));
}

function keyOf({ name, language }: { name: string; language: string }): string {
  return `${name} ${language}`;
}
